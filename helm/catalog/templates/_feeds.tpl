{{- /* The part that a feed belongs to: only one with a URL may connect to the internet. */ -}}
{{- define "catalog.feedPart" -}}
{{- ternary "feed-url" "feed-file" (hasKey . "url") -}}
{{- end -}}

{{- /* Those of the feeds that there are, as JSON. */ -}}
{{- define "catalog.feedParts" -}}
{{- $parts := list -}}
{{- range .Values.feeds -}}
{{- $parts = append $parts (include "catalog.feedPart" .) -}}
{{- end -}}
{{- $parts | uniq | sortAlpha | toJson -}}
{{- end -}}

{{- /* What a feed runs, as JSON. */ -}}
{{- define "catalog.feedCommand" -}}
{{- $source := ternary .url (printf "/feeds/%s" .path) (hasKey . "url") -}}
{{- $command := list "node" "command-line/catalog.js" "--storefront" .storefront "import" $source -}}
{{- $command = append $command (ternary "--propose" "--yes" (.propose | default false)) -}}
{{- if or .propose .failOn -}}
{{- /* A draft lives for an hour, in which a schedule may come round often. */ -}}
{{- $command = append $command "--unless-open" -}}
{{- end -}}
{{- with .only -}}
{{- $command = concat $command (list "--only" .) -}}
{{- end -}}
{{- with .failOn -}}
{{- $command = concat $command (list "--fail-on" (join "," .)) -}}
{{- end -}}
{{- toJson $command -}}
{{- end -}}
