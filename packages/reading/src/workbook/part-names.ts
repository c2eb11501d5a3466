import { saveAsWorkbook, unreadable } from './unreadable.ts'

/** Names of parts are case-insensitive. */
export function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

/** Why there is no workbook among the parts of an archive. */
export function explainParts(isThere: (part: string) => boolean): Error {
  if (isThere('xl/workbook.bin')) return saveAsWorkbook('a binary Excel workbook (.xlsb)')
  if (isThere('mimetype') && isThere('content.xml')) {
    return saveAsWorkbook('an OpenDocument file, such as a spreadsheet of LibreOffice (.ods)')
  }
  if (isThere('Index/Document.iwa') || isThere('Index.zip')) {
    return saveAsWorkbook('a document of Numbers, Pages or Keynote')
  }
  if (isThere('word/document.xml'))
    return unreadable('This is a Word document. Upload the file with the products.')
  return unreadable(
    'This is a zip archive without a workbook in it. Unpack it, and upload the CSV or the workbook that is inside.',
  )
}
