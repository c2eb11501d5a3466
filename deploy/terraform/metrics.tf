# TEL-6
resource "google_logging_metric" "import_apply_failed" {
  project     = var.project_id
  name        = "catalog/${var.environment}/import_apply_failed"
  description = "Applies of an import that were rolled back (TEL-6)."
  filter      = "${local.telemetry} AND jsonPayload.event=\"import_apply_failed\""

  metric_descriptor {
    display_name = "Catalog ${var.environment}: applies that failed"
    metric_kind  = "DELTA"
    value_type   = "INT64"
    unit         = "1"
  }
}

# Written every five minutes for each run that has been in fetching_images for more than two hours, because an event
# that does not happen cannot be counted.
resource "google_logging_metric" "image_phase_overdue" {
  project     = var.project_id
  name        = "catalog/${var.environment}/image_phase_overdue"
  description = "Reports of image phases that have lasted for more than two hours."
  filter      = "${local.telemetry} AND jsonPayload.event=\"image_phase_overdue\""

  metric_descriptor {
    display_name = "Catalog ${var.environment}: image phases overdue"
    metric_kind  = "DELTA"
    value_type   = "INT64"
    unit         = "1"

    labels {
      key         = "run_id"
      value_type  = "STRING"
      description = "The import run."
    }
  }

  label_extractors = {
    run_id = "EXTRACT(jsonPayload.run_id)"
  }
}

# TEL-5. The label has as many values as there are runs in their image phase while import-service starts: a few at a time.
resource "google_logging_metric" "image_phase_recovered" {
  project     = var.project_id
  name        = "catalog/${var.environment}/image_phase_recovered"
  description = "Image phases that were resumed at a start of import-service (TEL-5)."
  filter      = "${local.telemetry} AND jsonPayload.event=\"image_phase_recovered\""

  metric_descriptor {
    display_name = "Catalog ${var.environment}: image phases recovered"
    metric_kind  = "DELTA"
    value_type   = "INT64"
    unit         = "1"

    labels {
      key         = "run_id"
      value_type  = "STRING"
      description = "The import run."
    }
  }

  label_extractors = {
    run_id = "EXTRACT(jsonPayload.run_id)"
  }
}

# For a while, an alert policy does not find a metric that was just created.
resource "time_sleep" "metrics_are_known" {
  create_duration = "60s"

  triggers = {
    import_apply_failed   = google_logging_metric.import_apply_failed.id
    image_phase_overdue   = google_logging_metric.image_phase_overdue.id
    image_phase_recovered = google_logging_metric.image_phase_recovered.id
  }
}
