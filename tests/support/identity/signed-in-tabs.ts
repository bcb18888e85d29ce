import { sessionTimes } from '../../../src/kit/session/times.ts'
import { pass } from './simulated-host.ts'
import { type ProviderTraits, simulatedProvider } from './simulated-provider.ts'
import { type SimulatedTab, simulatedBrowser } from './simulated-tabs.ts'

export const second = 1000
export const minute = 60_000
export const hour = 3_600_000
export const never = new AbortController().signal

const realTimeout = setTimeout
/** Hashing runs outside the fake clock, in real time. */
const breathe = () => new Promise((resolve) => realTimeout(resolve, 1))

/** Advances the clock until pending work has ended. */
export async function settle<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  for (let times = 0; times < 5000 && !isOver; times++) {
    await breathe()
    await pass(times < 10 ? 50 : 2)
  }
  return work
}

/** A sign-out takes its warning and the wait for other tabs on the clock: passing that at once saves a thousand small steps. */
export async function signedOut<T>(leaving: Promise<T>): Promise<T> {
  await pass(sessionTimes.logoutWarningMs + sessionTimes.logoutWaitMs)
  return settle(leaving)
}

/** A browser with a signed-in user and some tabs. */
export async function signedIn(
  count = 1,
  traits: Partial<ProviderTraits> = {},
  options: Parameters<ReturnType<typeof simulatedBrowser>['open']>[0] = {},
) {
  const provider = simulatedProvider(traits)
  const browser = simulatedBrowser()
  const first = browser.open(options)
  await pass(10)
  await settle(first.console.signIn({ route: '/clients/1/campaigns?status=active' }))
  const route = await settle(first.console.finish(provider.back(first.gone.at(-1) ?? '')))
  const tabs = [first]
  while (tabs.length < count) tabs.push(browser.open(options))
  await pass(second)
  return { provider, browser, tabs, first, route }
}
export const tokenOf = async ({ console }: SimulatedTab, reason: 'start' | 'refused' = 'start') =>
  (await settle(console.getToken({ reason, signal: never }))).access_token
export const kindsOf = (tabs: readonly SimulatedTab[]) => new Set(tabs.map(({ console }) => console.state.kind))
/** Simulates one input each minute, in changing tabs. */
export async function work(tabs: readonly SimulatedTab[], forMs: number, stepMs = minute) {
  for (let passed = 0; passed < forMs; passed += stepMs) {
    tabs[Math.floor(passed / stepMs) % tabs.length]?.emit('keydown')
    await pass(stepMs)
  }
}
