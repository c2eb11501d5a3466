{{- define "catalog.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name -}}
{{- end -}}
{{- end -}}

{{- /* Of one part (a service, migrate, test): dict "root" $ "name" "gateway" */ -}}
{{- define "catalog.selector" -}}
app.kubernetes.io/name: catalog
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- /* What nobody may change. */ -}}
{{- define "catalog.ownLabels" -}}
{{ include "catalog.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "catalog.labels" -}}
{{ include "catalog.ownLabels" . }}
{{- with .root.Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* name, namespace, labels and annotations of an object: dict "root" "name" "suffix" "annotations" */ -}}
{{- define "catalog.metadata" -}}
name: {{ include "catalog.fullname" .root }}-{{ .suffix | default .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "catalog.labels" . | nindent 2 }}
{{- with merge (dict) (.annotations | default dict) .root.Values.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "catalog.image" -}}
{{- $image := (index .root.Values.services .name).image -}}
{{- $repository := $image.repository | default (printf "%s/%s" .root.Values.image.repository .name) -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $repository $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository ($image.tag | default .root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "catalog.secretName" -}}
{{- .secret.name | default (printf "%s-%s" (include "catalog.fullname" .root) .name) -}}
{{- end -}}

{{- /* A variable out of a Secret: dict "root" "name" (of the service) "variable" "secret" */ -}}
{{- define "catalog.fromSecret" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ include "catalog.secretName" . }}
      key: {{ .secret.key }}
      {{- if .secret.optional }}
      optional: true
      {{- end }}
{{- end -}}

{{- define "catalog.http" }}8080{{ end -}}
{{- define "catalog.health" }}8081{{ end -}}
