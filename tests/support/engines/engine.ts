import { type PageTools, inPage, makePageTools, type Name, type Role } from './page-tools.ts'

/** Drives a browser: opens addresses and runs code in the page. */
export interface Driver {
  readonly name: 'firefox' | 'webkit'
  open(url: string): Promise<void>
  /** Runs an expression in the page; resolves to the JSON text of its result. */
  run(expression: string): Promise<string | null>
  /** Errors that the browser reported since the last call. */
  noted(): string[]
  close(): Promise<void>
}

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json }

/** A page in an engine, used through roles and labels. */
export interface EnginePage {
  readonly name: Driver['name']
  open(url: string): Promise<void>
  evaluate<Result, const Args extends readonly Json[]>(
    act: (tools: PageTools, ...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Polls until a condition holds in the page; the error describes the page. */
  until<const Args extends readonly Json[]>(what: string, holds: (tools: PageTools, ...args: Args) => unknown, ...args: Args): Promise<void>
  press(role: Role, name: Name): Promise<void>
  fill(label: Name, text: string): Promise<void>
  sees(role: Role, name: Name): Promise<void>
  /** Page errors, rejections, policy violations and `ad-error` events since the last call. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

const patienceMs = 30_000
const textOf = (name: Name) => (typeof name === 'string' ? `"${name}"` : `/${name.pattern}/`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Adds user actions to a driver. */
export function pageOf(driver: Driver): EnginePage {
  const evaluate: EnginePage['evaluate'] = async (act, ...args) => {
    const given = args.map((one) => JSON.stringify(one) ?? 'undefined')
    const text = await driver.run(inPage(`(async () => JSON.stringify(await (${act})(${[`(${makePageTools})()`, ...given].join()})))()`))
    return text === null ? undefined : JSON.parse(text)
  }
  const until: EnginePage['until'] = async (what, holds, ...args) => {
    const end = Date.now() + patienceMs
    let problem: unknown
    while (Date.now() < end) {
      try {
        if (await evaluate(holds, ...args)) return
      } catch (error) {
        // During a navigation there is no page to run code in.
        problem = error
      }
      await pause(60)
    }
    const shown = await evaluate(({ all, clean }) =>
      [location.href, ...all('h1, h2, h3, [role=alert], button, label').map(({ textContent }) => clean(textContent))].join(' | '),
    ).catch(String)
    throw new Error(`${driver.name}: timed out waiting for ${what}; ${problem ?? ''} on the page: ${shown.slice(0, 1500)}`)
  }
  const sees: EnginePage['sees'] = (role, name) =>
    until(`${role} ${textOf(name)}`, ({ find }, ...args) => find(...args).length > 0, role, name)
  return {
    name: driver.name,
    open: driver.open,
    evaluate,
    until,
    sees,
    press: (role, name) =>
      until(
        `${role} ${textOf(name)} to press`,
        ({ find, press }, ...args) => {
          const [found] = find(...args).filter((node) => node.ariaDisabled !== 'true' && !node.matches(':disabled'))
          if (found) press(found)
          return found !== undefined
        },
        role,
        name,
      ),
    fill: (label, text) =>
      until(
        `field ${textOf(label)}`,
        ({ find, fill }, name, value) => {
          const [found] = find('field', name)
          if (found) fill(found, value)
          return found !== undefined
        },
        label,
        text,
      ),
    faults: async () => {
      const errors = await evaluate(() => window.engineFaults?.splice(0) ?? ['nothing listened for faults'])
      return [...new Set([...driver.noted(), ...errors])]
    },
    close: driver.close,
  }
}
