locals {
  labels = merge(var.labels, { app = "catalog", environment = var.environment })

  # Workload identity's name for the Kubernetes service account.
  image_service = "principal://iam.googleapis.com/projects/${data.google_project.this.number}/locations/global/workloadIdentityPools/${var.project_id}.svc.id.goog/subject/ns/${var.namespace}/sa/${var.release_fullname}-image-service"

  # Telemetry events are lines on the standard error of import-service. GKE extracts `severity` and `time` from a line;
  # the rest is jsonPayload.
  telemetry = <<-EOT
    resource.type="k8s_container"
    AND resource.labels.cluster_name="${var.cluster_name}"
    AND resource.labels.namespace_name="${var.namespace}"
    AND resource.labels.container_name="import-service"
    AND logName="projects/${var.project_id}/logs/stderr"
    AND jsonPayload.logger="telemetry"
  EOT

  # The alerts of the file that the chart installs, with its recording rules, as Rules; but for those that the module has
  # from the log, by run.
  from_log = ["CatalogApplyFailed", "CatalogImagePhaseStuck"]
  rules    = flatten(yamldecode(file("${path.module}/../../helm/catalog/slo-rules.yaml")).groups[*].rules)
  alerts   = { for rule in local.rules : rule.alert => rule if can(rule.alert) && !contains(local.from_log, try(rule.alert, "")) }

  channels = concat([google_monitoring_notification_channel.operators.name], var.notification_channels)
}
