resource "google_monitoring_notification_channel" "operators" {
  project      = var.project_id
  display_name = "Catalog ${var.environment}: operators"
  type         = "email"

  labels = {
    email_address = var.operator_email
  }
}

# All notify by e-mail when an incident begins, and do nothing else. While an incident is open, its next event sends no
# mail, so each is closed as early as Cloud Monitoring can: half an hour after its condition has no data any more.

resource "google_monitoring_alert_policy" "apply_failed" {
  project               = var.project_id
  display_name          = "ALR-2 catalog ${var.environment}: an import could not be applied"
  combiner              = "OR"
  severity              = "WARNING"
  notification_channels = local.channels
  user_labels           = merge(local.labels, { alert = "alr-2" })

  conditions {
    display_name = "import_apply_failed (TEL-6) within 5 minutes"

    condition_threshold {
      filter          = "resource.type=\"k8s_container\" AND metric.type=\"logging.googleapis.com/user/${google_logging_metric.import_apply_failed.name}\""
      comparison      = "COMPARISON_GT"
      threshold_value = 0
      duration        = "0s"

      aggregations {
        alignment_period     = "300s"
        per_series_aligner   = "ALIGN_SUM"
        cross_series_reducer = "REDUCE_SUM"
      }

      trigger {
        count = 1
      }
    }
  }

  alert_strategy {
    auto_close           = "1800s"
    notification_prompts = ["OPENED"]
  }

  documentation {
    mime_type = "text/markdown"
    subject   = "ALR-2 catalog ${var.environment}: an import could not be applied"
    content   = "The apply of an import draft was rolled back: the catalog is as it was, the draft is kept and can be confirmed again. What to do: [RB-2](${var.runbooks_url}/RB-2.md)."

    links {
      display_name = "RB-2: apply failed"
      url          = "${var.runbooks_url}/RB-2.md"
    }
  }

  depends_on = [time_sleep.metrics_are_known]
}

resource "google_monitoring_alert_policy" "image_phase_stuck" {
  project               = var.project_id
  display_name          = "ALR-3 catalog ${var.environment}: an image phase is stuck"
  combiner              = "OR"
  severity              = "WARNING"
  notification_channels = local.channels
  user_labels           = merge(local.labels, { alert = "alr-3" })

  # By run, whichever pod wrote the line: each run is its own incident, so that an open one hides no other.
  conditions {
    display_name = "a run in fetching_images for more than 2 hours"

    condition_threshold {
      filter          = "resource.type=\"k8s_container\" AND metric.type=\"logging.googleapis.com/user/${google_logging_metric.image_phase_overdue.name}\""
      comparison      = "COMPARISON_GT"
      threshold_value = 0
      duration        = "0s"

      aggregations {
        alignment_period     = "7200s"
        per_series_aligner   = "ALIGN_SUM"
        cross_series_reducer = "REDUCE_SUM"
        group_by_fields      = ["metric.label.run_id"]
      }

      trigger {
        count = 1
      }
    }
  }

  # Each start of import-service is a different pod, and so a different series: they are summed before the comparison.
  conditions {
    display_name = "the same run_id in image_phase_recovered (TEL-5) at least 3 times within 2 hours"

    condition_threshold {
      filter          = "resource.type=\"k8s_container\" AND metric.type=\"logging.googleapis.com/user/${google_logging_metric.image_phase_recovered.name}\""
      comparison      = "COMPARISON_GT"
      threshold_value = 2
      duration        = "0s"

      aggregations {
        alignment_period     = "7200s"
        per_series_aligner   = "ALIGN_SUM"
        cross_series_reducer = "REDUCE_SUM"
        group_by_fields      = ["metric.label.run_id"]
      }

      trigger {
        count = 1
      }
    }
  }

  alert_strategy {
    auto_close           = "1800s"
    notification_prompts = ["OPENED"]
  }

  documentation {
    mime_type = "text/markdown"
    subject   = "ALR-3 catalog ${var.environment}: an image phase is stuck"
    content   = "Run $${metric.label.run_id}: its image phase does not end, or was begun again three times within two hours. The catalog itself is complete; pictures are missing. What to do: [RB-3](${var.runbooks_url}/RB-3.md)."

    links {
      display_name = "RB-3: image phase stuck"
      url          = "${var.runbooks_url}/RB-3.md"
    }
  }

  depends_on = [time_sleep.metrics_are_known]
}

# Each other alert of the chart's rules (deploy/slos.md), about this environment's namespace. Those of what is promised look
# at what the chart's Rules record.
resource "google_monitoring_alert_policy" "rules" {
  for_each = local.alerts

  project               = var.project_id
  display_name          = "Catalog ${var.environment}: ${each.value.annotations.summary}"
  combiner              = "OR"
  severity              = each.value.labels.severity == "page" ? "CRITICAL" : "WARNING"
  notification_channels = local.channels
  user_labels           = merge(local.labels, { alert = lower(each.key) })

  conditions {
    display_name = each.key

    condition_prometheus_query_language {
      query               = replace(each.value.expr, "namespace=~\".*\"", "cluster=\"${var.cluster_name}\",namespace=\"${var.namespace}\"")
      duration            = try(each.value.for, "0s")
      evaluation_interval = "60s"
      # The alerts are made before the chart that writes the metric.
      disable_metric_validation = true
    }
  }

  alert_strategy {
    auto_close           = "1800s"
    notification_prompts = ["OPENED"]
  }

  documentation {
    mime_type = "text/markdown"
    subject   = "Catalog ${var.environment}: ${each.value.annotations.summary}"
    content   = "${each.value.annotations.summary}. What to do: [${basename(each.value.annotations.runbook_url)}](${replace(each.value.annotations.runbook_url, "deploy/runbooks", var.runbooks_url)})."

    links {
      display_name = each.key
      url          = replace(each.value.annotations.runbook_url, "deploy/runbooks", var.runbooks_url)
    }
  }

  depends_on = [time_sleep.metrics_are_known]
}

# What the services' own metrics cannot see: that nobody reaches them. `/readyz` needs no token.
resource "google_monitoring_uptime_check_config" "readyz" {
  for_each = toset(var.public_addresses)

  project      = var.project_id
  display_name = "Catalog ${var.environment}: ${each.key}"
  period       = "60s"
  timeout      = "10s"

  http_check {
    path         = "${trimprefix(each.key, split("/", each.key)[0])}/readyz"
    port         = 443
    use_ssl      = true
    validate_ssl = true
  }

  monitored_resource {
    type   = "uptime_url"
    labels = { project_id = var.project_id, host = split("/", each.key)[0] }
  }
}

resource "google_monitoring_alert_policy" "unreachable" {
  for_each = google_monitoring_uptime_check_config.readyz

  project               = var.project_id
  display_name          = "Catalog ${var.environment}: ${each.key} cannot be reached"
  combiner              = "OR"
  severity              = "CRITICAL"
  notification_channels = local.channels
  user_labels           = merge(local.labels, { alert = "unreachable" })

  conditions {
    display_name = "two places have had no answer for five minutes"

    condition_threshold {
      filter          = "resource.type=\"uptime_url\" AND metric.type=\"monitoring.googleapis.com/uptime_check/check_passed\" AND metric.label.check_id=\"${each.value.uptime_check_id}\""
      comparison      = "COMPARISON_GT"
      threshold_value = 1
      duration        = "300s"

      aggregations {
        alignment_period     = "300s"
        per_series_aligner   = "ALIGN_NEXT_OLDER"
        cross_series_reducer = "REDUCE_COUNT_FALSE"
        group_by_fields      = ["resource.label.host"]
      }
    }
  }

  alert_strategy {
    auto_close           = "1800s"
    notification_prompts = ["OPENED"]
  }

  documentation {
    mime_type = "text/markdown"
    subject   = "Catalog ${var.environment}: ${each.key} cannot be reached"
    content   = "Nobody outside has an answer of /readyz. If the services are well, look at the load balancer, its certificate and DNS. What to do: [operations](${var.runbooks_url}/operations.md)."

    links {
      display_name = "Is it well?"
      url          = "${var.runbooks_url}/operations.md#is-it-well"
    }
  }

  depends_on = [time_sleep.metrics_are_known]
}
