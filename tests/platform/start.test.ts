import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { configurationOf, help, prepareFolder } from '../../demo/platform/configuration.ts'
import { Misconfigured } from '../../demo/platform/context/misconfigured.ts'
import { listenOnPorts } from '../../demo/platform/ports.ts'
import { people } from '../../demo/platform/seed/people.ts'
import { isAudit } from '../support/platform/audit.ts'
import { type PlatformProcess, startPlatformProcess } from '../support/platform/process.ts'
import { programArguments } from '../support/platform/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'placard-start-'))
const running: PlatformProcess[] = []
const started = async (...options: Parameters<typeof startPlatformProcess>) => {
  const one = await startPlatformProcess(...options)
  running.push(one)
  return one
}
afterEach(async () => {
  for (const one of running.splice(0)) await one.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Output of a start that is expected to exit by itself. */
async function said(args: readonly string[], env: Record<string, string> = {}) {
  const program = await programArguments('demo/main.ts')
  const child: ChildProcess = spawn(process.execPath, [...program, ...args], { env: { ...process.env, ...env } })
  let out = ''
  let error = ''
  child.stdout?.on('data', (chunk) => (out += chunk))
  child.stderr?.on('data', (chunk) => (error += chunk))
  return new Promise<{ code: number | null; out: string; error: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, error })),
  )
}

/** Error of a refused start: from a real process in the audit, otherwise from the function that the process calls first. */
async function refusal(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  if (isAudit) {
    const { code, out, error } = await said(args, env)
    expect([code, out]).toEqual([1, ''])
    return error
  }
  try {
    prepareFolder(configurationOf([...args], env).dataDir)
  } catch (error) {
    if (error instanceof Misconfigured) return `${error.message}\n`
    throw error
  }
  throw new Error('It was not refused')
}

const isOneSentence = (text: string) => /^[A-Z][^\n]*\.\n$/.test(text)

async function takenPort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is no pipe
  return { port, free: () => new Promise((resolve) => server.close(resolve)) }
}

describe('a start that fails says why in one sentence', () => {
  test('a port in use', async () => {
    const { port, free } = await takenPort()
    const taking = listenOnPorts(configurationOf(['--port', String(port)], {}))
    await expect(taking).rejects.toThrow(new RegExp(`^Port ${port} is taken[^\\n]*\\.$`))
    await expect(taking).rejects.toBeInstanceOf(Misconfigured)
    await free()
  })

  test('a folder that is not writable', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    chmodSync(file, 0o444)
    expect(await refusal(['--port', '0', '--data', join(file, 'data')])).toMatch(/^[A-Z][^\n]*cannot be written[^\n]*\.\n$/)
  })

  test.runIf(process.platform === 'linux')('no folder where the system gives none', async () => {
    const words = '/proc/placard/data cannot be written'
    const said = await refusal(['--port', '0', '--data', '/proc/placard/data'])
    expect([said.includes(words), isOneSentence(said)]).toEqual([true, true])
  })

  test('a file in place of the folder', async () => {
    const file = join(folder, 'a-program')
    writeFileSync(file, '', { mode: 0o755 })
    const said = await refusal(['--port', '0', '--data', file])
    expect([said.includes('cannot be written'), isOneSentence(said)]).toEqual([true, true])
  })

  const refused: readonly (readonly [string, readonly string[], Record<string, string>])[] = [
    ['an option that there is not', ['--colour'], {}],
    ['a port in words', ['--port', 'many'], {}],
    ['an address that is none', [], { PUBLIC_URL: 'here' }],
    ['a database that is none', [], { DATABASE_URL: 'mysql://here' }],
    ['an environment that is none', [], { ENVIRONMENT: 'kitchen' }],
    ['a partner without an origin', ['--partner', 'my-site,1'], {}],
    ['a partner whose origin is none', ['--partner', 'my-site,1,here'], {}],
    ['a partner with an unknown word', ['--partner', 'my-site,1,http://localhost:8080,all'], {}],
    ['a proxy that is none', [], { TRUSTED_PROXIES: 'loopback, my-balancer' }],
    ['a time to drain that is none', [], { DRAIN_SECONDS: 'a while' }],
    ['a delivery that is neither', [], { DELIVERY: 'perhaps' }],
    ['a level that is none', [], { LOG_LEVEL: 'loud' }],
    ['some of the keys of Stripe', [], { STRIPE_SECRET_KEY: 'sk_test_secret' }],
  ]
  test.each(refused)('%s', async (_, args, env) => {
    expect(isOneSentence(await refusal(args, { DATA_DIR: join(folder, 'never'), ...env }))).toBe(true)
  })
})

test('a partner may be named with its access', () => {
  const accessOf = (text: string) => configurationOf(['--partner', `my-site,1,http://localhost:8080${text}`], {}).partner?.access
  expect(['', ',write', ',read'].map(accessOf)).toEqual([undefined, 'write', 'read'])
})

test('feature flags are on unless =off follows, and other text is refused', () => {
  const flagsOf = (FLAGS: string) => configurationOf([], { FLAGS }).flags
  expect(flagsOf('')).toEqual({})
  expect(flagsOf('fast-lists, console-funds=off')).toEqual({ 'fast-lists': true, 'console-funds': false })
  for (const text of ['console funds', 'console-funds=no']) expect(() => flagsOf(text)).toThrow('FLAGS must be names')
})

test('the cloud provider is that of the configuration, and empty by default', () => {
  const providerIn = (variables: Record<string, string>) => configurationOf([], variables).cloudProvider
  expect([providerIn({}), providerIn({ CLOUD_PROVIDER: 'azure' })]).toEqual(['', 'azure'])
  expect(() => providerIn({ CLOUD_PROVIDER: 'kitchen' })).toThrow('CLOUD_PROVIDER must be one of azure, empty.')
})

test('--help lists every option and variable, and starts nothing', async () => {
  const { code, out, error } = await said(['--help'])
  expect([code, out.trim(), error]).toEqual([0, help().trim(), ''])
  const read = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) })
  configurationOf([], env)
  expect([...read].filter((name) => !new RegExp(`^  ${name}\\b`, 'm').test(out))).toEqual([])
  expect(read.size).toBeGreaterThan(8)
  for (const option of ['--port', '--data', '--partner', '--empty', '--help']) expect(out).toContain(option)
})

test('a process has one super user, keeps its data private, stops during an open request, and starts again', async () => {
  const first = await started({ empty: true })
  expect(people.filter(({ email }) => first.output().includes(email)).map(({ role }) => role)).toEqual([1])
  expect(await (await fetch(`${first.origin}/start`)).text()).toContain('empty so far')

  const { code, error } = await said(['--port', '0', '--data', first.dataDir, '--empty'])
  expect(error).toContain(first.dataDir)
  expect([code, isOneSentence(error)]).toEqual([1, true])
  expect((await fetch(`${first.origin}/health`)).status).toBe(200)

  const waiting = connect(Number(new URL(first.origin).port), 'localhost').on('error', () => undefined)
  waiting.write('POST /v2/report HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{')
  expect(await first.stop()).toBe(0)
  expect(first.output()).toContain('Stopped. Everything is saved.')
  waiting.destroy()

  const second = await started({ dataDir: first.dataDir, empty: true })
  const isPrepared = (output: string) => /Prepared the database \(\d+ steps\)/.test(output)
  expect([isPrepared(first.output()), isPrepared(second.output())]).toEqual([true, false])
  expect(second.password).toBe(first.password)
}, 300_000)
