{{- /* Annotations of what runs before everything else: dict "root" "weight". Helm's, Argo CD's, or none. */ -}}
{{- define "catalog.beforeAll" -}}
{{- $keeps := eq .weight "0" -}}
{{- if eq .root.Values.migration.mode "hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ .weight | quote }}
# The Job stays, for its log; what it needed goes once it is done.
helm.sh/hook-delete-policy: {{ ternary "before-hook-creation" "before-hook-creation,hook-succeeded" $keeps }}
{{- else if eq .root.Values.migration.mode "argocd" -}}
argocd.argoproj.io/hook: PreSync
argocd.argoproj.io/sync-wave: {{ .weight | quote }}
argocd.argoproj.io/hook-delete-policy: {{ ternary "BeforeHookCreation" "BeforeHookCreation,HookSucceeded" $keeps }}
{{- end -}}
{{- end -}}

{{- define "catalog.migrationSpec" -}}
{{- $values := .root.Values -}}
{{- $own := index $values.services "import-service" -}}
{{- $secret := ternary $values.migration.databaseUrl $own.secrets.databaseUrl (ne $values.migration.databaseUrl.name "") -}}
backoffLimit: {{ int $values.migration.backoffLimit }}
activeDeadlineSeconds: {{ int $values.migration.activeDeadlineSeconds }}
template:
  metadata:
    {{- include "catalog.podMetadata" . | nindent 4 }}
  spec:
    serviceAccountName: {{ include "catalog.serviceAccountName" (dict "root" .root "name" "migration") }}
    {{- include "catalog.podSpec" . | nindent 4 }}
    restartPolicy: Never
    containers:
      - name: migration
        image: {{ include "catalog.image" . | quote }}
        imagePullPolicy: {{ $values.image.pullPolicy }}
        command: [node, --disable-warning=ExperimentalWarning, bundles/migrate.mjs]
        env:
          {{- include "catalog.fromSecret" (dict "root" .root "name" .name "variable" "CATALOG_DATABASE_URL" "secret" $secret) | nindent 10 }}
          {{- include "catalog.fromSecret" (dict "root" .root "name" .name "variable" "CATALOG_NATS_URL" "secret" $own.secrets.natsUrl) | nindent 10 }}
          - name: CATALOG_DATABASE_SCHEMA
            value: {{ $values.database.schema }}
          - name: CATALOG_NATS_REPLICAS
            value: {{ int $values.nats.replicas | quote }}
          - name: CATALOG_LOG_LEVEL
            value: {{ $values.log.level | quote }}
          {{- with include "catalog.caVariable" .root }}
          {{- . | nindent 10 }}
          {{- end }}
        {{- with include "catalog.caMount" .root }}
        volumeMounts:
          {{- . | nindent 10 }}
        {{- end }}
        resources:
          {{- toYaml $values.migration.resources | nindent 10 }}
        securityContext:
          {{- include "catalog.containerSecurity" . | nindent 10 }}
    {{- with include "catalog.caVolume" .root }}
    volumes:
      {{- . | nindent 6 }}
    {{- end }}
{{- end -}}
