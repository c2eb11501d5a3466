{{- /* Peers of a destination out of the values: { namespace, podLabels, cidrs } */ -}}
{{- define "catalog.peers" -}}
{{- range .cidrs }}
- ipBlock:
    cidr: {{ . }}
{{- end }}
{{- if .podLabels }}
- podSelector:
    matchLabels:
      {{- toYaml .podLabels | nindent 6 }}
  {{- with .namespace }}
  namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* An egress rule to a destination; nothing where the destination is empty. */ -}}
{{- define "catalog.egressTo" -}}
{{- with include "catalog.peers" . | trim }}
- to:
    {{- . | nindent 4 }}
  ports:
    - port: {{ int $.port }}
      protocol: TCP
{{- end }}
{{- end -}}

{{- define "catalog.egressDns" -}}
{{- $dns := .Values.networkPolicy.dns -}}
- to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ $dns.namespace }}
      podSelector:
        {{- with $dns.podLabels }}
        matchLabels:
          {{- toYaml . | nindent 10 }}
        {{- else }}
        matchExpressions:
          - key: k8s-app
            operator: In
            values: {{ toJson $dns.podLabelValues }}
        {{- end }}
    {{- range $dns.cidrs }}
    - ipBlock:
        cidr: {{ . }}
    {{- end }}
  ports:
    {{- range $port := $dns.ports }}
    {{- range list "UDP" "TCP" }}
    - port: {{ int $port }}
      protocol: {{ . }}
    {{- end }}
    {{- end }}
{{- end -}}

{{- /* Every public address: dict "root" "ports" (list 80 443). What is inside, or special, is not. */ -}}
{{- define "catalog.egressPublic" -}}
{{- $special := list "0.0.0.0/8" "10.0.0.0/8" "100.64.0.0/10" "127.0.0.0/8" "169.254.0.0/16" "172.16.0.0/12" "192.0.0.0/24" "192.0.2.0/24" "192.31.196.0/24" "192.52.193.0/24" "192.88.99.0/24" "192.168.0.0/16" "192.175.48.0/24" "198.18.0.0/15" "198.51.100.0/24" "203.0.113.0/24" "224.0.0.0/4" "240.0.0.0/4" -}}
{{- $special6 := list "2001::/23" "2001:db8::/32" "2002::/16" "2620:4f:8000::/48" "3fff::/20" -}}
{{- range splitList "," (include "catalog.deniedCidrs" .root) -}}
{{- if regexMatch "^[23][0-9a-fA-F]{3}:" . -}}
{{- $special6 = append $special6 . -}}
{{- else if and . (not (contains ":" .)) -}}
{{- $special = append $special . -}}
{{- end -}}
{{- end -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: {{ uniq $special | toJson }}
    - ipBlock:
        cidr: 2000::/3
        except: {{ uniq $special6 | toJson }}
  ports:
    {{- range .ports }}
    - port: {{ . }}
      protocol: TCP
    {{- end }}
{{- end -}}

{{- /* The metadata server, which gives image-service its identity (GKE's; Amazon's of instances and of pods), and nothing else
    of 169.254.0.0/16. */ -}}
{{- define "catalog.egressMetadata" -}}
{{- if eq .Values.objectStore.kind "s3" }}
- to:
    - ipBlock:
        cidr: 169.254.169.254/32
    - ipBlock:
        cidr: 169.254.170.23/32
  ports:
    - port: 80
      protocol: TCP
{{- else if eq .Values.cluster.dataplane "v2" }}
- to:
    - ipBlock:
        cidr: 169.254.169.254/32
  ports:
    - port: 80
      protocol: TCP
    - port: 8080
      protocol: TCP
{{- else }}
- to:
    - ipBlock:
        cidr: 169.254.169.252/32
  ports:
    - port: 987
      protocol: TCP
    - port: 988
      protocol: TCP
{{- end }}
{{- end -}}

{{- /* What one part may connect to: dict "root" "name" */ -}}
{{- define "catalog.egress" -}}
{{- $values := .root.Values -}}
{{- $policy := $values.networkPolicy -}}
{{- include "catalog.egressDns" .root }}
{{- if not (has .name (list "test" "feed-file" "feed-url")) }}
{{- if has .name (list "import-service" "export-service" "migration" "erase-storefront") }}
{{- include "catalog.egressTo" $policy.postgresql }}
{{- end }}
{{- include "catalog.egressTo" $policy.nats }}
{{- if and $values.tracing.endpoint (not (has .name (list "migration" "erase-storefront"))) }}
{{- include "catalog.egressTo" $policy.tracing }}
{{- end }}
{{- if eq .name "image-service" }}
{{ include "catalog.egressPublic" (dict "root" .root "ports" (list 80 443)) }}
{{- if ne $values.objectStore.kind "filesystem" }}
{{- include "catalog.egressTo" $policy.objectStore }}
{{- include "catalog.egressMetadata" .root }}
{{- end }}
{{- end }}
{{- if and (eq .name "gateway") $values.auth.jwksUrl }}
{{- if include "catalog.peers" $policy.keySet | trim }}
{{- include "catalog.egressTo" $policy.keySet }}
{{- else }}
{{ include "catalog.egressPublic" (dict "root" .root "ports" (list (int $policy.keySet.port))) }}
{{- end }}
{{- end }}
{{- with dig .name "egress" list $values.services }}
{{ toYaml . }}
{{- end }}
{{- else }}
- to:
    - podSelector:
        matchLabels:
          {{- include "catalog.selector" (dict "root" .root "name" "gateway") | nindent 10 }}
  ports:
    - port: {{ include "catalog.http" . }}
      protocol: TCP
{{- if eq .name "feed-url" }}
{{ include "catalog.egressPublic" (dict "root" .root "ports" (list 443)) }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Who may connect to one part: dict "root" "name" */ -}}
{{- define "catalog.ingress" -}}
{{- $values := .root.Values -}}
{{- $policy := $values.networkPolicy -}}
{{- with $policy.metrics.namespaces }}
- from:
    - namespaceSelector:
        matchExpressions:
          - key: kubernetes.io/metadata.name
            operator: In
            values: {{ toJson . }}
  ports:
    - port: {{ include "catalog.health" $ }}
      protocol: TCP
{{- end }}
{{- if eq .name "gateway" }}
- from:
    {{- range concat (list "test") (include "catalog.feedParts" .root | fromJsonArray) }}
    - podSelector:
        matchLabels:
          {{- include "catalog.selector" (dict "root" $.root "name" .) | nindent 10 }}
    {{- end }}
    {{- with $policy.gateway.namespaces }}
    - namespaceSelector:
        matchExpressions:
          - key: kubernetes.io/metadata.name
            operator: In
            values: {{ toJson . }}
    {{- end }}
    {{- $isExposed := or (ne $values.exposure.kind "none") $values.ingress.enabled }}
    {{- range concat (ternary $policy.gateway.loadBalancerCidrs list $isExposed) $policy.gateway.cidrs | uniq }}
    - ipBlock:
        cidr: {{ . }}
    {{- end }}
  ports:
    - port: {{ include "catalog.http" . }}
      protocol: TCP
{{- end }}
{{- end -}}
