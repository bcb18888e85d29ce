import { type FileTable, workbookFiles } from '../../../src/contract/files/workbook.ts'
import { zipStream } from './zip-stream.ts'

/** A table as a workbook, piece by piece. */
export const xlsxFile = (table: FileTable, sheetRows?: number): AsyncGenerator<Buffer> => zipStream(workbookFiles(table, sheetRows))
