-- When image_phase_recovered (TEL-5) was last written of a run.
alter table import_runs add column recovery_reported_at timestamptz;
