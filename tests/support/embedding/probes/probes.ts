import { clobbering } from './clobbering.ts'
import { framing } from './framing.ts'
import { looking } from './looking.ts'
import { opening } from './opening.ts'
import { replacing } from './replacing.ts'
import { watching } from './watching.ts'

/** The tools of a hostile page: the functions of eyes.js, and its targets. */
export interface ProbeTools {
  /** Records every text in the values. */
  keep(...values: readonly unknown[]): void
  /** The same, at any depth, including windows and nodes. */
  keepAll(...values: readonly unknown[]): void
  spy(owner: object, ...methods: string[]): void
  spyAll(owner: object): void
  spyFields(owner: object, ...fields: string[]): void
  pause(ms: number): Promise<unknown>
  /** Polls until `find` returns a value. */
  until<T>(find: () => T): Promise<NonNullable<T>>
  /** The page of another partner, which contains a platform frame with a token that is not this page's. */
  partner(): Window | null | undefined
  /** That inner frame, once it exists. */
  inner(): Window | null | undefined
  /** This page's own platform frame, in a browser with a signed-in user. */
  own(): Window | null | undefined
  put(node: Node): void
  /** Adds a frame to the page. */
  frame(address: string, attributes?: Readonly<Record<string, string>>): HTMLIFrameElement
  readonly platform: string
  readonly self: string
}

/** One attempt of a page to get a token that is not its own. It runs in the page, so it must not use anything from outside. */
export interface HostProbe {
  readonly name: string
  run(tools: ProbeTools): void | Promise<void>
  /** The page's own token passes through what it watches, so the probe must have seen it. */
  readonly seesOwn?: true
  /** It removes the partner's frame, so nothing loads in it. */
  readonly breaks?: true
  /** It opens a window in which the user is signed in. */
  readonly opens?: true
}

export const hostProbes: readonly HostProbe[] = [...watching, ...clobbering, ...looking, ...framing, ...replacing, ...opening]
