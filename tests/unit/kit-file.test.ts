// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { object, string } from 'superstruct'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postQuery } from '../../src/contract/endpoint.ts'
import { createApi } from '../../src/kit/api.ts'
import { type FileProgress, downloadFile, type FileTarget } from '../../src/kit/download.ts'
import type { Session } from '../../src/kit/session/session.ts'

/** A real server whose response each test sets. */
let act: (response: ServerResponse, request: IncomingMessage) => void
let requestCount = 0
const server = createServer((request, response) => {
  requestCount += 1
  request.resume().on('end', () => act(response, request))
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
beforeEach(() => (requestCount = 0))

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
const file = postQuery('v2/report/export', { may: 'reports.read', long: true, file: true, body: object({ text: string() }) })
const call = { body: { text: 'a' } }
const csv = {
  'Content-Type': 'text/csv; charset=utf-8',
  'X-Total-Rows': '2',
  'Content-Disposition': `attachment; filename="_.csv"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.csv`,
}
const way = () => new AbortController()

/** A fake file target that records the calls. */
function noted() {
  const written: string[] = []
  const target: FileTarget = {
    write: async (piece) => void written.push(new TextDecoder().decode(piece)),
    close: async () => void written.push('closed'),
    abort: async () => void written.push('gone'),
  }
  return { written, target }
}

describe('a file download', () => {
  test('is complete, with name and row count, and reports its progress', async () => {
    act = (response) => {
      response.writeHead(200, csv).write('Name\r\n"Shoes"\r\n')
      response.end('"Hats"\r\n')
    }
    const steps: FileProgress[] = []
    const taken = await downloadFile(send(), file, call, { signal: way().signal, onProgress: (step) => steps.push(step) })
    expect(taken).toMatchObject({ name: 'Grüße.csv', bytes: 23, total: 2 })
    expect(await taken.blob?.text()).toBe('Name\r\n"Shoes"\r\n"Hats"\r\n')
    expect(steps.at(-1)).toEqual({ bytes: 23, rows: 2, total: 2 })
  })

  test('is written to its target and not kept in memory', async () => {
    act = (response) => response.writeHead(200, csv).end('Name\r\n')
    const { written, target } = noted()
    const { blob } = await downloadFile(send(), file, call, { signal: way().signal, target })
    expect([written.join('|'), blob]).toEqual(['Name\r\n|closed', undefined])
  })

  test('closes its connection and aborts its target when it is cancelled', async () => {
    const gone = new Promise<void>((resolve) => {
      act = (response) => {
        response.writeHead(200, csv).write('Name\r\n')
        response.on('close', resolve)
      }
    })
    const controller = way()
    const { written, target } = noted()
    const taking = downloadFile(send(), file, call, { signal: controller.signal, target, onProgress: () => controller.abort() })
    await expect(taking).rejects.toMatchObject({ name: 'AbortError' })
    await gone
    expect(written.at(-1)).toBe('gone')
  })

  test('that breaks off fails and is not restarted', async () => {
    act = (response) => {
      response.writeHead(200, csv).write('Name\r\n')
      setImmediate(() => response.destroy())
    }
    const { written, target } = noted()
    await expect(downloadFile(send(), file, call, { signal: way().signal, target })).rejects.toMatchObject({ kind: 'unreachable' })
    expect([written.at(-1), written.includes('closed')]).toEqual(['gone', false])
  })

  test('that is refused gives the reason and creates no file', async () => {
    const reply = { status: 'error', error: 'Report: too many', code: 'conflict', formatting: { subject: 'Report', rule: 'too many' } }
    act = (response) => response.writeHead(409, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
    const { written, target } = noted()
    await expect(downloadFile(send(), file, call, { signal: way().signal, target })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'conflict',
    })
    expect([written, requestCount]).toEqual([[], 1])
  })

  test('is requested once more with a fresh token after a 401', async () => {
    act = (response, { headers }) => {
      if (headers.authorization === 'Bearer new') return response.writeHead(200, csv).end('Name\r\n')
      return response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"status":"error","code":"not_authenticated"}')
    }
    const { blob } = await downloadFile(send(), file, call, { signal: way().signal })
    expect([await blob?.text(), requestCount]).toEqual(['Name\r\n', 2])
  })
})
