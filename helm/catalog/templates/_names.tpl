{{- define "catalog.fullname" -}}
{{- $name := .Values.nameOverride | default .Chart.Name -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name -}}
{{- end -}}
{{- end -}}

{{- /* The name of the account of a service, or of the migration: dict "root" $ "name" "gateway" */ -}}
{{- define "catalog.serviceAccountName" -}}
{{- $owner := index .root.Values.services .name | default .root.Values.migration -}}
{{- $owner.serviceAccount.name | default (printf "%s-%s" (include "catalog.fullname" .root) .name) -}}
{{- end -}}

{{- /* Of one part (a service, migrate, test): dict "root" $ "name" "gateway" */ -}}
{{- define "catalog.selector" -}}
app.kubernetes.io/name: {{ .root.Values.nameOverride | default "catalog" }}
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

{{- /* name, namespace, labels and annotations: dict "root" "name", and "suffix" or "whole" (name), "labels", "annotations" */ -}}
{{- define "catalog.metadata" -}}
name: {{ .whole | default (printf "%s-%s" (include "catalog.fullname" .root) (.suffix | default .name)) }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "catalog.labels" . | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
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

{{- /*
The Ingress, as YAML: className, annotations, hosts and tls as in `ingress`, and whether it is GKE's own (gke). Empty
without one. exposure.kind: ingress, exposure.hosts and exposure.ingress are its former names.
*/ -}}
{{- define "catalog.ingressValues" -}}
{{- $own := .Values.ingress -}}
{{- if eq .Values.exposure.kind "ingress" -}}
{{- $hosts := list -}}
{{- range .Values.exposure.hosts -}}{{- $hosts = append $hosts (dict "host" .) -}}{{- end -}}
{{- $own = merge (dict "enabled" true "hosts" $hosts) (.Values.exposure.ingress | default dict) -}}
{{- with $own.tlsSecretName -}}
{{- $_ := set $own "tls" (list (dict "secretName" . "hosts" $.Values.exposure.hosts)) -}}
{{- end -}}
{{- end -}}
{{- if $own.enabled -}}
{{- $gke := and (has ($own.className | default "") (list "" "gce" "gce-internal")) (ne (toString $own.gkeBackendConfig) "false") -}}
{{- $seconds := int .Values.exposure.timeoutSeconds -}}
{{- /* What other controllers need for uploads of 10 MB and for an export that lasts; GKE's has a BackendConfig. */ -}}
{{- $annotations := ternary dict (dict
  "nginx.ingress.kubernetes.io/proxy-body-size" "16m"
  "nginx.ingress.kubernetes.io/proxy-request-buffering" "off"
  "nginx.ingress.kubernetes.io/proxy-read-timeout" (toString $seconds)
  "nginx.ingress.kubernetes.io/proxy-send-timeout" (toString $seconds)
  "nginx.org/client-max-body-size" "16m"
  "nginx.org/proxy-read-timeout" (printf "%ds" $seconds)
  "nginx.org/proxy-send-timeout" (printf "%ds" $seconds)
  "haproxy.router.openshift.io/timeout" (printf "%ds" $seconds)) $gke -}}
{{- dict "gke" $gke "className" $own.className "annotations" (merge (dict) ($own.annotations | default dict) $annotations) "hosts" $own.hosts "tls" $own.tls | toYaml -}}
{{- end -}}
{{- end -}}
