{{- /* What every pod has: dict "root" $ "name" <service> "component" <label> */ -}}
{{- define "catalog.podSpec" -}}
{{- $values := .root.Values -}}
{{- $pod := include "catalog.podValues" . | fromYaml -}}
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
{{- $pullSecrets := $values.imagePullSecrets }}
{{- range $values.image.pullSecrets }}{{- $pullSecrets = append $pullSecrets (dict "name" .) }}{{- end }}
{{- range $field, $value := merge (dict "imagePullSecrets" $pullSecrets) (omit $pod "podLabels" "podAnnotations") }}
{{- with $value }}
{{ dict $field . | toYaml }}
{{- end }}
{{- end }}
{{- end -}}

{{- /*
What the values say of the pods of a service, as YAML: maps and lists for every pod and of the service together, or else
the service's own. Until 1.0 also below `pod`.
*/ -}}
{{- define "catalog.podValues" -}}
{{- $result := dict "podLabels" dict "podAnnotations" dict "nodeSelector" dict "tolerations" list "affinity" dict "priorityClassName" "" -}}
{{- range $level := list .root.Values (index .root.Values.services .name) -}}
{{- range $field, $value := $result -}}
{{- range $own := list (index ($level.pod | default dict) (trimPrefix "pod" $field | untitle)) (index $level $field) -}}
{{- if eq $field "tolerations" -}}
{{- $_ := set $result $field (concat (index $result $field) ($own | default list)) -}}
{{- else if has $field (list "affinity" "priorityClassName") -}}
{{- $_ := set $result $field ($own | default (index $result $field)) -}}
{{- else -}}
{{- $_ := set $result $field (merge (dict) ($own | default dict) (index $result $field)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{ toYaml $result }}
{{- end -}}

{{- define "catalog.podMetadata" -}}
{{- $pod := include "catalog.podValues" . | fromYaml -}}
labels:
  {{- $labels := include "catalog.labels" (dict "root" .root "name" (.component | default .name)) | fromYaml }}
  {{- toYaml (merge (dict) $pod.podLabels $labels) | nindent 2 }}
{{- with merge (dict) $pod.podAnnotations .root.Values.annotations }}
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
