import { type FileTable, workbookFiles } from '../../../src/contract/files/workbook.ts'
import { zipStream } from './zip-stream.ts'

/** Streams a table as a workbook. */
export const xlsxFile = (table: FileTable, sheetRows?: number): AsyncGenerator<Buffer> => zipStream(workbookFiles(table, sheetRows))
