/** Their rows are columns of drafts and runs now. */
export const sql = `drop table import_applies`
