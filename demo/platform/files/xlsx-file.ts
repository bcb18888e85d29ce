import type { FileTable } from '../../../src/contract/files/file-table.ts'
import { workbookFiles } from '../../../src/contract/files/workbook.ts'
import { zipStream } from './zip-stream.ts'

/** Streams a table as a workbook. */
export const xlsxFile = (table: FileTable, sheetRows?: number): AsyncGenerator<Buffer> => zipStream(workbookFiles(table, sheetRows))
