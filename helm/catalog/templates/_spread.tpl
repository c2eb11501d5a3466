{{- define "catalog.spread" -}}
{{- $part := . -}}
{{- $constraints := list -}}
{{- range $key, $topology := dict "zone" "topology.kubernetes.io/zone" "host" "kubernetes.io/hostname" -}}
{{- $when := index $part.root.Values.topologySpread $key -}}
{{- if ne $when "Off" -}}
{{- $constraints = append $constraints (dict
  "maxSkew" 1
  "topologyKey" $topology
  "whenUnsatisfiable" $when
  "labelSelector" (dict "matchLabels" (include "catalog.selector" $part | fromYaml))
  "matchLabelKeys" (list "pod-template-hash")) -}}
{{- end -}}
{{- end -}}
{{- with $constraints -}}
topologySpreadConstraints:
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}
