{{- /* What no schema can say. Fails with a sentence for each contradiction, each naming its key. */ -}}
{{- define "catalog.validate" -}}
{{- $values := .Values -}}
{{- $problems := list -}}

{{- if gt (len (include "catalog.fullname" .)) 38 -}}
{{- $problems = append $problems (printf "fullnameOverride: %q, the prefix of every name, is longer than 38 characters; set a shorter one" (include "catalog.fullname" .)) -}}
{{- end -}}
{{- if and $values.caBundle.configMap $values.caBundle.secret -}}
{{- $problems = append $problems "caBundle.secret: caBundle.configMap is set as well; set one of them" -}}
{{- end -}}
{{- range $name, $service := $values.services -}}
{{- if and (hasKey $service.env "NODE_EXTRA_CA_CERTS") (or $values.caBundle.configMap $values.caBundle.secret) -}}
{{- $problems = append $problems (printf "services.%s.env.NODE_EXTRA_CA_CERTS: the chart sets it from caBundle" $name) -}}
{{- end -}}
{{- end -}}
{{- if eq $values.image.tag "latest" -}}
{{- $problems = append $problems "image.tag: latest is a different image every day; name a release" -}}
{{- end -}}
{{- $own := include "catalog.ownLabels" (dict "root" . "name" "") | fromYaml -}}
{{- $labels := dict "labels" $values.labels "podLabels" $values.podLabels "pod.labels" (dig "labels" dict ($values.pod | default dict)) -}}
{{- range $name, $service := $values.services -}}
{{- $_ := set $labels (printf "services.%s.podLabels" $name) $service.podLabels -}}
{{- $_ := set $labels (printf "services.%s.pod.labels" $name) (dig "pod" "labels" dict $service) -}}
{{- end -}}
{{- range $name, $owner := merge (dict "migration" $values.migration) $values.services -}}
{{- $at := ternary "migration" (printf "services.%s" $name) (eq $name "migration") -}}
{{- if not (or $owner.serviceAccount.create $owner.serviceAccount.name) -}}
{{- $problems = append $problems (printf "%s.serviceAccount.name: create is false, so it has to name an existing service account" $at) -}}
{{- end -}}
{{- if and $owner.serviceAccount.annotations (not $owner.serviceAccount.create) -}}
{{- $problems = append $problems (printf "%s.serviceAccount.annotations: create is false; set them on the existing service account" $at) -}}
{{- end -}}
{{- end -}}
{{- range $at, $map := $labels -}}
{{- range $label, $_ := $map -}}
{{- if hasKey $own $label -}}
{{- $problems = append $problems (printf "%s: %s is the chart's own; its selectors go by such labels" $at $label) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $name, $service := $values.services -}}
{{- $at := printf "services.%s" $name -}}
{{- if eq $service.image.tag "latest" -}}
{{- $problems = append $problems (printf "%s.image.tag: latest is a different image every day; name a release" $at) -}}
{{- end -}}
{{- if and $service.image.tag $service.image.digest -}}
{{- $problems = append $problems (printf "%s.image.digest: there is a tag as well; set one of them" $at) -}}
{{- end -}}
{{- if dig "autoscaling" "enabled" false $service -}}
{{- if gt (int $service.autoscaling.minReplicas) (int $service.autoscaling.maxReplicas) -}}
{{- $problems = append $problems (printf "%s.autoscaling.minReplicas: %d is more than maxReplicas, which is %d" $at (int $service.autoscaling.minReplicas) (int $service.autoscaling.maxReplicas)) -}}
{{- end -}}
{{- if not (dig "requests" "cpu" "" $service.resources) -}}
{{- $problems = append $problems (printf "%s.resources.requests.cpu: autoscaling measures by it, so it has to be set" $at) -}}
{{- end -}}
{{- end -}}
{{- $set := include "catalog.settings" (dict "root" $ "name" $name) | fromYaml -}}
{{- range $variable, $value := $service.env -}}
{{- if hasKey $service.secretEnv $variable -}}
{{- $problems = append $problems (printf "%s.env.%s: it is in secretEnv too; set one of them" $at $variable) -}}
{{- end -}}
{{- if hasKey $set $variable -}}
{{- $problems = append $problems (printf "%s.env.%s: the chart sets it from a value of its own" $at $variable) -}}
{{- else if and (hasPrefix "CATALOG_" $variable) (ne $variable "CATALOG_ADMIN_ROOT") -}}
{{- $problems = append $problems (printf "%s.env.%s: settings of the services are values of this chart, or come out of its secrets" $at $variable) -}}
{{- end -}}
{{- if or (regexMatch "(?i)(SECRET|PASSWORD|TOKEN|CREDENTIAL|API_?KEY|HEADERS)" $variable) (regexMatch "://[^/@ ]*:[^/@ ]*@" (toString $value)) -}}
{{- $problems = append $problems (printf "%s.env.%s: it looks like a credential; put it into a Secret and name that in secretEnv" $at $variable) -}}
{{- end -}}
{{- end -}}
{{- range $variable, $secret := $service.secretEnv -}}
{{- if hasPrefix "CATALOG_" $variable -}}
{{- $problems = append $problems (printf "%s.secretEnv.%s: the chart sets it from %s.secrets or a value of its own" $at $variable $at) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- $store := $values.objectStore -}}
{{- $images := index $values.services "image-service" -}}
{{- if not $store.bucket -}}
{{- $problems = append $problems "objectStore.bucket: it has to be set, to this environment's bucket (gcs, s3) or a folder (filesystem)" -}}
{{- end -}}
{{- if ne $store.kind "filesystem" -}}
{{- if or (contains "/" $store.bucket) (contains ":" $store.bucket) -}}
{{- $problems = append $problems (printf "objectStore.bucket: %q is not a bucket's name; write it without gs://, s3:// and without a folder" $store.bucket) -}}
{{- end -}}
{{- if or $store.filesystem.volume $store.filesystem.claimName $store.filesystem.shared -}}
{{- $problems = append $problems (printf "objectStore.filesystem: it is for objectStore.kind filesystem, and the kind is %s" $store.kind) -}}
{{- end -}}
{{- if and (eq $store.kind "s3") (not $store.region) (not $store.endpoint) -}}
{{- $problems = append $problems "objectStore.region: it has to name the bucket's region, such as eu-central-1" -}}
{{- end -}}
{{- else -}}
{{- if and $store.bucket (not (regexMatch "^/[^/:]+/[^:]*[^/:]$" $store.bucket)) -}}
{{- $problems = append $problems (printf "objectStore.bucket: %q is not an absolute path of two levels or more, such as /var/lib/catalog/objects" $store.bucket) -}}
{{- end -}}
{{- if not $store.filesystem.volume -}}
{{- $problems = append $problems "objectStore.filesystem.volume: the root file system is read-only, so say where files go: claim, or emptyDir, which loses the images with the pod" -}}
{{- end -}}
{{- if and (eq $store.filesystem.volume "claim") (not $store.filesystem.claimName) -}}
{{- $problems = append $problems "objectStore.filesystem.claimName: it has to name an existing PersistentVolumeClaim" -}}
{{- end -}}
{{- if and (eq $store.filesystem.volume "emptyDir") $store.filesystem.claimName -}}
{{- $problems = append $problems "objectStore.filesystem.claimName: it is for volume claim, and the volume is emptyDir" -}}
{{- end -}}
{{- if and (eq $store.filesystem.volume "emptyDir") $store.filesystem.shared -}}
{{- $problems = append $problems "objectStore.filesystem.shared: it is for volume claim, and the volume is emptyDir" -}}
{{- end -}}
{{- if and (gt (int $images.replicas) 1) (not $store.filesystem.shared) -}}
{{- $problems = append $problems (printf "services.image-service.replicas: with objectStore.kind filesystem there can be one, not %d: a second one would not see the first one's files, unless the claim is ReadWriteMany (objectStore.filesystem.shared)" (int $images.replicas)) -}}
{{- end -}}
{{- if $store.endpoint -}}
{{- $problems = append $problems "objectStore.endpoint: it is for objectStore.kind gcs or s3, and the kind is filesystem" -}}
{{- end -}}
{{- if hasKey $images.serviceAccount.annotations "iam.gke.io/gcp-service-account" -}}
{{- $problems = append $problems "services.image-service.serviceAccount.annotations: it names a Google service account, and objectStore.kind is filesystem" -}}
{{- end -}}
{{- end -}}

{{- if and $store.region (ne $store.kind "s3") -}}
{{- $problems = append $problems (printf "objectStore.region: it is for objectStore.kind s3, and the kind is %s" $store.kind) -}}
{{- end -}}

{{- $auth := $values.auth -}}
{{- if and $auth.jwksUrl $values.services.gateway.secrets.authSecret.name -}}
{{- $problems = append $problems "services.gateway.secrets.authSecret.name: tokens are checked with it or with auth.jwksUrl; set one of them" -}}
{{- end -}}
{{- range $auth.algorithms -}}
{{- if ne (hasPrefix "HS" .) (empty $auth.jwksUrl) -}}
{{- $problems = append $problems (printf "auth.algorithms: %s does not go with %s" . (ternary "a secret; it needs auth.jwksUrl" "auth.jwksUrl" (empty $auth.jwksUrl))) -}}
{{- end -}}
{{- end -}}

{{- $policy := $values.networkPolicy -}}
{{- if $policy.enabled -}}
{{- range $key := list "nats" "postgresql" "tracing" "keySet" "objectStore" -}}
{{- $destination := index $policy $key -}}
{{- if and $destination.namespace (not $destination.podLabels) -}}
{{- $problems = append $problems (printf "networkPolicy.%s.podLabels: a namespace alone would open all of it; say which pods" $key) -}}
{{- end -}}
{{- end -}}
{{- if not (include "catalog.peers" $policy.nats | trim) -}}
{{- $problems = append $problems "networkPolicy.nats: it has to say where NATS is, by podLabels or cidrs" -}}
{{- end -}}
{{- if not (include "catalog.peers" $policy.postgresql | trim) -}}
{{- $problems = append $problems "networkPolicy.postgresql: it has to say where PostgreSQL is, by podLabels or cidrs; without it the services are cut off from it" -}}
{{- end -}}
{{- if and $values.podMonitor.enabled (not (without $policy.metrics.namespaces "gke-gmp-system" "gmp-system")) -}}
{{- $problems = append $problems "networkPolicy.metrics.namespaces: podMonitor.enabled is set, so it has to name Prometheus's namespace; only GKE's collectors may read metrics now" -}}
{{- end -}}
{{- if and $values.tracing.endpoint (not (include "catalog.peers" $policy.tracing | trim)) -}}
{{- $problems = append $problems "networkPolicy.tracing: tracing.endpoint is set, so it has to say where that is, by podLabels or cidrs" -}}
{{- end -}}
{{- end -}}

{{- $exposure := $values.exposure -}}
{{- $ingress := include "catalog.ingressValues" . | fromYaml -}}
{{- if and (eq $exposure.kind "none") $exposure.hosts -}}
{{- $problems = append $problems "exposure.hosts: they need an exposure.kind other than none; those of an Ingress are ingress.hosts" -}}
{{- end -}}
{{- if and (eq $exposure.kind "gateway-api") (not $exposure.gatewayApi.name) -}}
{{- $problems = append $problems "exposure.gatewayApi.name: it has to name an existing Gateway" -}}
{{- end -}}
{{- if and (ne $exposure.kind "gateway-api") $exposure.gatewayApi.name -}}
{{- $problems = append $problems (printf "exposure.gatewayApi.name: it is for exposure.kind gateway-api, and the kind is %s" $exposure.kind) -}}
{{- end -}}
{{- if and (ne $exposure.kind "ingress") $exposure.ingress -}}
{{- $problems = append $problems (printf "exposure.ingress: it is for exposure.kind ingress, and the kind is %s; use ingress" $exposure.kind) -}}
{{- end -}}
{{- if and (eq $exposure.kind "ingress") $values.ingress.enabled -}}
{{- $problems = append $problems "exposure.kind: ingress is the former name of ingress.enabled, which is set as well; leave out exposure.kind, exposure.hosts and exposure.ingress" -}}
{{- end -}}
{{- if not (or $values.ingress.enabled (empty (concat $values.ingress.hosts $values.ingress.tls))) -}}
{{- $problems = append $problems "ingress.hosts: they need ingress.enabled" -}}
{{- end -}}
{{- $isForeign := or (and $ingress (not $ingress.gke)) (and (eq $exposure.kind "gateway-api") (not $exposure.gatewayApi.gkePolicies)) -}}
{{- $callers := concat $policy.gateway.namespaces $policy.gateway.cidrs (without $policy.gateway.loadBalancerCidrs "130.211.0.0/22" "35.191.0.0/16") -}}
{{- if and $policy.enabled $isForeign (not $callers) -}}
{{- $problems = append $problems "networkPolicy.gateway.namespaces: it has to name the namespace of the ingress controller, or networkPolicy.gateway.cidrs its addresses; only Google's load balancers may call the gateway now" -}}
{{- end -}}

{{- $names := list -}}
{{- range $feed := $values.feeds -}}
{{- $at := printf "feeds.%s" .name -}}
{{- $cronJob := printf "%s-feed-%s" (include "catalog.fullname" $) .name -}}
{{- if gt (len $cronJob) 52 -}}
{{- $problems = append $problems (printf "%s.name: its CronJob would be called %q, which is longer than 52 characters; set a shorter one" $at $cronJob) -}}
{{- end -}}
{{- if has .name $names -}}
{{- $problems = append $problems (printf "%s.name: two feeds have it; each needs its own" $at) -}}
{{- end -}}
{{- $names = append $names .name -}}
{{- if eq (hasKey . "url") (hasKey . "path") -}}
{{- $problems = append $problems (printf "%s.url: a feed has either a url or a path; set one of them" $at) -}}
{{- end -}}
{{- if and $values.imports.requireSecondPerson (not .propose) -}}
{{- $problems = append $problems (printf "%s.propose: with imports.requireSecondPerson nobody applies what they have uploaded, so it has to be true" $at) -}}
{{- end -}}
{{- if and (hasKey . "path") (not $values.feedsVolume.claimName) -}}
{{- $problems = append $problems (printf "feedsVolume.claimName: it has to name the existing PersistentVolumeClaim with the file of %s.path" $at) -}}
{{- end -}}
{{- end -}}

{{- if and $values.eraseStorefront .Release.IsUpgrade -}}
{{- $problems = append $problems "eraseStorefront: it is for helm template, as deploy/runbooks/erase-storefront.md says; in a release, each upgrade would erase the storefront again" -}}
{{- end -}}

{{- with $problems -}}
{{- fail (printf "\n\nThese values do not go together:\n  - %s\n" (join "\n  - " .)) -}}
{{- end -}}
{{- end -}}
