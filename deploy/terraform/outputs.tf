output "bucket_name" {
  description = "objectStore.bucket of the chart."
  value       = google_storage_bucket.images.name
}

output "image_service_principal" {
  description = "The principal that may read and write the bucket's objects."
  value       = local.image_service
}

output "metric_types" {
  description = "Cloud Monitoring's names of the log-based metrics."
  value = {
    import_apply_failed   = "logging.googleapis.com/user/${google_logging_metric.import_apply_failed.name}"
    image_phase_overdue   = "logging.googleapis.com/user/${google_logging_metric.image_phase_overdue.name}"
    image_phase_recovered = "logging.googleapis.com/user/${google_logging_metric.image_phase_recovered.name}"
  }
}

output "alert_policies" {
  description = "Names of the alert policies."
  value = merge({ for name, policy in google_monitoring_alert_policy.rules : name => policy.name }, {
    alr_2 = google_monitoring_alert_policy.apply_failed.name
    alr_3 = google_monitoring_alert_policy.image_phase_stuck.name
  })
}

output "notification_channel" {
  description = "Name of the e-mail channel."
  value       = google_monitoring_notification_channel.operators.name
}
