// @vitest-environment node
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { downloadFile } from '../../src/kit/download.ts'
import { createApi } from '../../src/kit/api.ts'
import { get } from '../../src/contract/endpoint.ts'
import { request } from '../../src/kit/request.ts'
import { bareFetches } from '../house/requests.ts'
import { sourcesUnder } from '../house/source.ts'
import { startLoopback } from '../support/ui/loopback.ts'

let server: Awaited<ReturnType<typeof startLoopback>>
beforeAll(async () => {
  server = await startLoopback()
})
afterAll(() => server.close())

test.each([200, 204, 304, 400, 401, 408, 409, 425, 429, 500, 503])('a %i is one request and one response', async (status) => {
  server.reply((response) => response.writeHead(status, { 'Retry-After': '1' }).end())
  const response = await request(`${server.origin}/a`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, '1'])
  expect(server.urls()).toEqual(['GET /a'])
})

test('the response body is left to the caller, as bytes or as text', async () => {
  server.reply((response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a":1'))
  const first = await request(`${server.origin}/a`)
  expect(first.bodyUsed).toBe(false)
  expect(await first.text()).toBe('{"a":1')
  const reader = (await request(`${server.origin}/a`)).body?.getReader()
  expect((await reader?.read())?.value).toEqual(new TextEncoder().encode('{"a":1'))
})

test('method, headers and body arrive unchanged, and the browser sends no cookies', async () => {
  const received: unknown[] = []
  server.reply((response, { headers }, body) => {
    received.push([headers['content-type'], headers['if-match'], body])
    response.end()
  })
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'If-Match': '"3"' }
  const spied = vi.spyOn(globalThis, 'fetch')
  await request(`${server.origin}/a`, { method: 'POST', headers, body: 'a,b\n1,2' })
  expect(received).toEqual([['text/csv; charset=utf-8', '"3"', 'a,b\n1,2']])
  expect(spied.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit' })
  spied.mockRestore()
})

describe("a failed request throws the browser's own error", () => {
  test('without a server', async () => {
    await expect(request('http://127.0.0.1:1/a')).rejects.toBeInstanceOf(TypeError)
  })

  test('at a timeout', async () => {
    const controller = new AbortController()
    // The time ends once the request has arrived, however busy the machine is.
    server.reply(() => controller.abort(new DOMException('The time is over', 'TimeoutError')))
    const failed = request(`${server.origin}/a`, { signal: controller.signal })
    await expect(failed).rejects.toMatchObject({ name: 'TimeoutError', constructor: DOMException })
    expect(server.urls()).toEqual(['GET /a'])
  })

  test("with the caller's own reason", async () => {
    server.reply(() => undefined)
    const controller = new AbortController()
    const failed = request(`${server.origin}/a`, { signal: controller.signal })
    controller.abort('left')
    await expect(failed).rejects.toBe('left')
  })
})

test('cancelling closes the connection, while waiting and while the body arrives', async () => {
  for (const isBegun of [false, true]) {
    const controller = new AbortController()
    server.reply((response) => {
      if (isBegun) response.writeHead(200).write('{')
      else controller.abort()
    })
    const pending = request(`${server.origin}/a`, { signal: controller.signal }).then((response) => {
      controller.abort()
      return response.text()
    })
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(server.requests[0]?.isCancelled).toBe(true), 20_000)
  }
})

test('a file download passes chunks on as they arrive', async () => {
  const pieces: string[] = []
  let finish: () => void = () => undefined
  server.reply((response) => {
    response.writeHead(200, { 'Content-Type': 'text/csv' }).write('a\n')
    finish = () => response.end('b\n')
  })
  const target = {
    write: async (piece: Uint8Array) => {
      pieces.push(new TextDecoder().decode(piece))
      finish()
    },
    close: async () => undefined,
    abort: async () => undefined,
  }
  const session = { token: async () => undefined, accepted: () => undefined } as never // a call without a token uses only these
  const send = createApi({ apiBase: server.origin, session, applicationName: 'placard', environment: 'development' })
  const csv = get('v1/file', { may: 'reports.read' })
  expect(await downloadFile(send, csv, {}, { signal: new AbortController().signal, target })).toMatchObject({ bytes: 4 })
  expect(pieces).toEqual(['a\n', 'b\n'])
})

test('every browser request goes through ofetch', () => {
  expect(sourcesUnder('src', 'elements').flatMap(bareFetches)).toEqual([])
  const calls = "fetch('/a')\nwindow.fetch('/b')\nglobalThis.fetch('/c')\nrequest('/d')\nstore.fetch('/e')"
  expect(bareFetches({ path: 'src/a.ts', text: calls })).toHaveLength(3)
})
