import { errors } from 'playwright'
import { expect as playwrightExpect, type Locator } from 'playwright/test'

/** The time limit of an assertion in journeys. */
export const expectMs = 20_000
/** After a wait in vain. */
const soonMs = 100

interface Assertion {
  readonly matcher: string
  readonly isNot: boolean
  readonly args: readonly unknown[]
}

/** These hold when the wait before them ends. */
const stateMatchers = new Set(['toBeVisible', 'toBeHidden', 'toBeAttached'])

function stateFor(matcher: string, isNot: boolean) {
  if (matcher === 'toBeVisible') return isNot ? 'hidden' : 'visible'
  if (matcher === 'toBeHidden') return isNot ? 'visible' : 'hidden'
  return matcher === 'toBeAttached' && isNot ? 'detached' : 'attached'
}

interface Limited {
  readonly timeout: number
}
/** Whether an argument is the options of an assertion with its own time limit. */
const isLimited = (arg: unknown): arg is Limited =>
  typeof arg === 'object' && arg !== null && 'timeout' in arg && typeof arg.timeout === 'number'

/** How a wait ended; it fails if the locator matches several elements. */
type Wait = 'none' | 'over' | 'in vain' | 'failed'

/** Waits for what an assertion needs first. Lists of elements may be empty. */
async function waitFor(locator: Locator, { matcher, isNot, args }: Assertion, timeout: number): Promise<Wait> {
  if (matcher === 'toHaveCount' || args.some(Array.isArray)) return 'none'
  return locator.waitFor({ state: stateFor(matcher, isNot), timeout }).then(
    () => 'over',
    (error: unknown) => (error instanceof errors.TimeoutError ? 'in vain' : 'failed'),
  )
}

/** Checks a locator. Playwright describes the whole page each time that an assertion does not find its element yet, which takes long; waiting does not. */
export async function judge(locator: Locator, assertion: Assertion, limitMs: number, message?: string) {
  const { matcher, isNot, args } = assertion
  const wait = await waitFor(locator, assertion, args.find(isLimited)?.timeout ?? limitMs)
  if (wait === 'over' && stateMatchers.has(matcher) && args.length === 0) return
  const isInVain = wait === 'in vain'
  const assertions = playwrightExpect.configure({ timeout: isInVain ? soonMs : limitMs })(locator, message)
  const found: unknown = Reflect.get(isNot ? assertions.not : assertions, matcher)
  if (typeof found !== 'function') throw new Error(`There is no assertion ${matcher}`)
  await found(...args.map((arg) => (isInVain && isLimited(arg) ? { ...arg, timeout: soonMs } : arg)))
}

const isLocator = (value: unknown): value is Locator => typeof value === 'object' && value !== null && 'waitFor' in value

const judging = (locator: Locator, message: string | undefined, isNot = false): object =>
  new Proxy(
    {},
    {
      get(_, matcher) {
        if (typeof matcher === 'symbol' || matcher === 'then') return undefined
        if (matcher === 'not') return judging(locator, message, !isNot)
        return (...args: readonly unknown[]) => judge(locator, { matcher, isNot, args }, expectMs, message)
      },
    },
  )

/** Playwright's `expect`, which waits for the element of a locator before it checks it. */
export const expect = new Proxy(playwrightExpect, {
  apply: (target, self, [found, message]) =>
    isLocator(found) ? judging(found, message) : Reflect.apply(target, self, message === undefined ? [found] : [found, message]),
})
