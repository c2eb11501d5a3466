/** Of the process and of Node, which prom-client adds: those that the dashboard shows. */
export const processMetrics = [
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'process_start_time_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_heap_size_used_bytes',
]
