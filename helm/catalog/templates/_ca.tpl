{{- /* CAs of caBundle, in every pod whose program connects to a server. */ -}}
{{- define "catalog.caVariable" -}}
{{- if include "catalog.caVolume" . -}}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/catalog/ca/ca.crt
{{- end -}}
{{- end -}}

{{- define "catalog.caMount" -}}
{{- if include "catalog.caVolume" . -}}
- name: ca
  mountPath: /etc/catalog/ca
  readOnly: true
{{- end -}}
{{- end -}}

{{- define "catalog.caVolume" -}}
{{- $ca := .Values.caBundle -}}
{{- if or $ca.configMap $ca.secret -}}
- name: ca
  {{- if $ca.configMap }}
  configMap:
    name: {{ $ca.configMap }}
  {{- else }}
  secret:
    secretName: {{ $ca.secret }}
  {{- end }}
    items:
      - key: {{ $ca.key }}
        path: ca.crt
{{- end -}}
{{- end -}}
