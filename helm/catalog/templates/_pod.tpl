{{- /* What every pod has: dict "root" $ "name" <service> "component" <label> */ -}}
{{- define "catalog.podSpec" -}}
{{- $values := .root.Values -}}
{{- $own := (index $values.services .name).pod -}}
automountServiceAccountToken: false
# Variables of the namespace's Services would pass for settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- range $id, $value := $values.podSecurity }}
  {{- with $value }}
  {{ $id }}: {{ int64 . }}
  {{- end }}
  {{- end }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with $values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $own.priorityClassName | default $values.pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with merge (dict) ($own.nodeSelector | default dict) $values.pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with concat $values.pod.tolerations ($own.tolerations | default list) }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.affinity | default $values.pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "catalog.podMetadata" -}}
{{- $values := .root.Values -}}
{{- $own := (index $values.services .name).pod -}}
labels:
  {{- $labels := include "catalog.labels" (dict "root" .root "name" (.component | default .name)) | fromYaml }}
  {{- toYaml (merge (dict) ($own.labels | default dict) $values.pod.labels $labels) | nindent 2 }}
{{- with merge (dict) ($own.annotations | default dict) $values.pod.annotations $values.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "catalog.containerSecurity" -}}
runAsNonRoot: true
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end -}}
