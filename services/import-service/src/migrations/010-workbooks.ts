/** A draft of a workbook has no delimiter. */
export const sql = `
alter table import_drafts alter column delimiter drop not null;
`
