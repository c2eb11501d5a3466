{{- /* The environment of a service: dict "root" $ "name" "gateway" */ -}}
{{- define "catalog.env" -}}
{{- $values := .root.Values -}}
{{- $service := index $values.services .name -}}
{{- $secrets := dict "CATALOG_NATS_URL" $service.secrets.natsUrl -}}
{{- if hasKey $service.secrets "databaseUrl" -}}
{{- $_ := set $secrets "CATALOG_DATABASE_URL" $service.secrets.databaseUrl -}}
{{- end -}}
{{- if and (eq .name "gateway") (not $values.auth.jwksUrl) -}}
{{- $_ := set $secrets "CATALOG_AUTH_SECRET" $service.secrets.authSecret -}}
{{- $_ := set $secrets "CATALOG_AUTH_PREVIOUS_SECRET" (dict "name" $service.secrets.authSecret.name "key" "previous-auth-secret" "optional" true) -}}
{{- end -}}
{{- range $variable, $secret := merge (dict) $secrets $service.secretEnv }}
{{ include "catalog.fromSecret" (dict "root" $.root "name" $.name "variable" $variable "secret" $secret) }}
{{- end }}
{{- range $variable, $value := merge (dict) (include "catalog.settings" . | fromYaml) $service.env }}
- name: {{ $variable }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{- /* What is not secret, as a map. Empty values are left out: the service's own default holds. */ -}}
{{- define "catalog.settings" -}}
{{- $values := .root.Values -}}
{{- $all := dict
  "CATALOG_HEALTH_HOST" "0.0.0.0"
  "CATALOG_HEALTH_PORT" (include "catalog.health" .)
  "CATALOG_LOG_LEVEL" $values.log.level
  "OTEL_EXPORTER_OTLP_ENDPOINT" $values.tracing.endpoint
  "OTEL_SERVICE_NAME" (ternary .name "" (ne $values.tracing.endpoint ""))
  "OTEL_TRACES_SAMPLER" $values.tracing.sampler
  "OTEL_TRACES_SAMPLER_ARG" $values.tracing.samplerArg
-}}
{{- $own := dict
  "import-service" (dict
    "CATALOG_DATABASE_SCHEMA" $values.database.schema
    "CATALOG_DATABASE_SETTINGS" $values.database.settings
    "CATALOG_NATS_REPLICAS" (int $values.nats.replicas)
    "CATALOG_IMAGE_DENIED_CIDRS" (include "catalog.deniedCidrs" .root)
    "CATALOG_IMAGE_ALLOWED_HOSTS" (join "," $values.images.allowedHosts)
    "CATALOG_RUN_DETAIL_DAYS" (int $values.runs.detailDays)
    "CATALOG_REQUIRE_SECOND_PERSON" $values.imports.requireSecondPerson
    "CATALOG_IMAGE_RETRY_PAUSES_MS" (printf "%d,%d" (int (first $values.images.retryPausesMs)) (int (last $values.images.retryPausesMs))))
  "export-service" (dict
    "CATALOG_DATABASE_SCHEMA" $values.database.schema
    "CATALOG_DATABASE_SETTINGS" $values.database.settings)
  "image-service" (dict
    "CATALOG_OBJECTSTORE_KIND" $values.objectStore.kind
    "CATALOG_OBJECTSTORE_BUCKET" $values.objectStore.bucket
    "CATALOG_OBJECTSTORE_REGION" $values.objectStore.region
    "CATALOG_OBJECTSTORE_ENDPOINT" $values.objectStore.endpoint
    "CATALOG_IMAGE_DENIED_CIDRS" (include "catalog.deniedCidrs" .root)
    "CATALOG_IMAGE_ALLOWED_HOSTS" (join "," $values.images.allowedHosts)
    "MALLOC_ARENA_MAX" 2
    "UV_THREADPOOL_SIZE" 8
    "VIPS_BLOCK_UNTRUSTED" 1)
  "gateway" (dict
    "CATALOG_HOST" "0.0.0.0"
    "CATALOG_PORT" (include "catalog.http" .)
    "CATALOG_AUTH_JWKS_URL" $values.auth.jwksUrl
    "CATALOG_AUTH_ISSUER" $values.auth.issuer
    "CATALOG_AUTH_AUDIENCE" $values.auth.audience
    "CATALOG_AUTH_ALGORITHMS" (join "," $values.auth.algorithms)
    "CATALOG_AUTH_STOREFRONT_CLAIM" $values.auth.storefrontClaim
    "CATALOG_AUTH_SCOPE_CLAIM" $values.auth.scopeClaim
    "CATALOG_AUTH_SCOPE_PREFIX" $values.auth.scopePrefix
    "CATALOG_AUTH_LOGIN_URL" $values.auth.loginUrl
    "CATALOG_ADMIN_FRAME_ANCESTORS" (join "," $values.adminPage.frameAncestors)
    "CATALOG_ADMIN_TITLE" $values.adminPage.title
    "CATALOG_ADMIN_HOME_URL" $values.adminPage.homeUrl
    "CATALOG_ADMIN_ACCENT" $values.adminPage.accent
    "CATALOG_BASE_PATH" $values.basePath
    "CATALOG_IMAGES_PUBLIC" $values.images.public
    "CATALOG_IMAGE_PUBLIC_URL" $values.images.publicUrl
    "CATALOG_PUBLIC_URL" $values.publicUrl
    "CATALOG_LIMIT_REQUESTS_PER_MINUTE" (int $values.limits.requestsPerMinute)
    "CATALOG_LIMIT_UPLOADS" (int $values.limits.uploads)
    "CATALOG_LIMIT_EXPORTS" (int $values.limits.exports)
    "CATALOG_DRAIN_SECONDS" (int $values.services.gateway.drainSeconds))
-}}
{{- $set := dict -}}
{{- range $variable, $value := merge $all (index $own .name) -}}
{{- if ne (toString $value) "" -}}{{- $_ := set $set $variable (toString $value) -}}{{- end -}}
{{- end -}}
{{ toYaml $set }}
{{- end -}}

{{- /* The cluster's own ranges and what else is denied, separated by commas. */ -}}
{{- define "catalog.deniedCidrs" -}}
{{- $cluster := .Values.cluster -}}
{{- join "," (concat $cluster.serviceCidrs $cluster.podCidrs $cluster.vpcCidrs .Values.images.deniedCidrs | uniq) -}}
{{- end -}}
