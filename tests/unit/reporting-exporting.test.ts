// @vitest-environment node
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApi } from '../../src/kit/api.ts'
import type { FileTarget } from '../../src/kit/download.ts'
import type { Session } from '../../src/kit/session/session.ts'
import {
  downloadExport,
  type ExportInput,
  toExportRequest,
  streamingRowThreshold,
  chooseFileTarget,
} from '../../src/surfaces/reporting/report/export.ts'

/** A real server whose response each test sets. */
let act: (response: ServerResponse) => void
let gone = 0
const server = createServer((request, response) => {
  response.on('close', () => {
    if (!response.writableFinished) gone += 1
  })
  request.resume().on('end', () => act(response))
})
let apiBase = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is no pipe
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
afterEach(() => vi.unstubAllGlobals())

const session: Session = {
  state: 'active',
  held: 'old',
  token: async () => 'old',
  refused: async () => 'new',
  accepted: () => undefined,
  end: () => undefined,
  onState: () => () => undefined,
  dispose: () => undefined,
}
const send = () => createApi({ apiBase, session, applicationName: 'placard', environment: 'development' })

const column = (key: string, header: string) => ({ key, header, kind: 'text' as const, value: () => null })
const wantedOf = (header: string): ExportInput => ({
  title: 'All',
  locale: 'en-US',
  nameOf: (id: string) => id,
  changeLabelOf: (name: string) => name,
  request: {
    member_group_id: 1,
    start_date: '2026-11-01',
    end_date: '2026-11-14',
    dimensions: ['campaign_name'],
    metrics: ['clicks'],
  },
  file: { columns: [column('campaign_name', header)], allColumns: [column('campaign_name', header)], query: { sort: [], filters: {} } },
})
const wanted = wantedOf('Campaign')
const csv = { 'Content-Type': 'text/csv; charset=utf-8', 'X-Total-Rows': '3' }
const xlsx = { 'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'X-Total-Rows': '3' }

/** A fake export target that records progress reports and file operations. */
function way() {
  const [progress, written]: [unknown[][], string[]] = [[], []]
  const target: FileTarget = {
    write: async () => void written.push('written'),
    close: async () => void written.push('closed'),
    abort: async () => void written.push('gone'),
  }
  const leaving = new AbortController()
  const sizeText = (bytes: number) => `${bytes} bytes`
  return {
    progress,
    written,
    leaving,
    way: { target, sizeText, signal: leaving.signal, report: (...said: unknown[]) => void progress.push(said) },
  }
}

describe('a report saved as a file', () => {
  test('reports its progress in rows when they are counted', async () => {
    act = (response) => response.writeHead(200, csv).end('Campaign\r\none\r\n')
    const taking = way()
    expect(await downloadExport(send(), wanted, 'csv', taking.way)).toMatchObject({ total: 3, blob: undefined })
    expect(taking.progress.at(-1)).toEqual([2, 3])
    expect(taking.written.at(-1)).toBe('closed')
  })

  test('reports its progress in bytes when rows are not counted', async () => {
    act = (response) => response.writeHead(200, xlsx).end('0123456789')
    const taking = way()
    await downloadExport(send(), wanted, 'xlsx', taking.way)
    expect(taking.progress.at(-1)).toEqual([10, undefined, '10 bytes'])
  })

  test('stops when cancelled: the request ends, and no file is left', async () => {
    act = (response) => response.writeHead(200, csv).write('Campaign\r\n')
    const taking = way()
    const before = gone
    const going = downloadExport(send(), wanted, 'csv', taking.way)
    await vi.waitFor(() => expect(taking.progress).toHaveLength(1), 20_000)
    taking.leaving.abort()
    await expect(going).rejects.toThrow()
    await vi.waitFor(() => expect(gone).toBe(before + 1), 20_000)
    expect(taking.written).toEqual(['written', 'gone'])
  })

  test('sends no request when it is cancelled before its start', async () => {
    let pickerCount = 0
    act = (response) => {
      pickerCount += 1
      response.writeHead(200, csv).end()
    }
    const taking = way()
    taking.leaving.abort()
    await expect(downloadExport(send(), wanted, 'csv', taking.way)).rejects.toThrow()
    expect([pickerCount, taking.progress, taking.written]).toEqual([0, [], []])
  })

  test('is written to disk when it is too large for memory and the browser supports it', async () => {
    const pickers: unknown[] = []
    const written = { write: async () => undefined, close: async () => undefined, abort: async () => undefined }
    const showSaveFilePicker = async (options: unknown) => {
      pickers.push(options)
      return { createWritable: async () => written }
    }
    vi.stubGlobal('window', { showSaveFilePicker })
    for (const few of [undefined, 0, streamingRowThreshold]) expect(await chooseFileTarget(few, 'All.csv')).toBeUndefined()
    expect(pickers).toEqual([])
    expect(await chooseFileTarget(streamingRowThreshold + 1, 'All.csv')).toMatchObject({ close: expect.any(Function) })
    expect(pickers).toEqual([{ suggestedName: 'All.csv' }])
    vi.stubGlobal('window', {})
    expect(await chooseFileTarget(streamingRowThreshold + 1, 'All.csv')).toBeUndefined()
  })

  test('has column labels no longer than the platform accepts', () => {
    const [long] = toExportRequest(wantedOf('x'.repeat(200)), 'xlsx').columns
    expect(long?.label).toBe('x'.repeat(120))
  })
})

test('a CSV export has the id of each name, and a workbook the columns of the screen', () => {
  const { dimensions, columns } = toExportRequest(wanted, 'csv')
  expect(dimensions).toEqual(['campaign_id', 'campaign_name'])
  expect(columns.map(({ id }) => id)).toEqual(['campaign_id', 'campaign_name'])
  expect(toExportRequest(wanted, 'xlsx').dimensions).toEqual(['campaign_name'])
})
