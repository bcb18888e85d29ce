import { clobbering } from './host-probes-clobbering.ts'
import { framing } from './host-probes-framing.ts'
import { looking } from './host-probes-looking.ts'
import { opening } from './host-probes-opening.ts'
import { replacing } from './host-probes-replacing.ts'
import { watching } from './host-probes-watching.ts'

/** What a hostile page has at hand; the functions of eyes.js, and where its victims are. */
export interface ProbeHands {
  /** Writes down every text in what it is given. */
  keep(...values: readonly unknown[]): void
  /** The same, as deep as it goes, pages and nodes included. */
  keepAll(...values: readonly unknown[]): void
  spy(owner: object, ...methods: string[]): void
  spyAll(owner: object): void
  spyFields(owner: object, ...fields: string[]): void
  pause(ms: number): Promise<unknown>
  /** Waits until something is there. */
  until<T>(find: () => T): Promise<NonNullable<T>>
  /** The page of another partner, and in it a frame of the platform's with a token that is not this page's. */
  partner(): Window | null | undefined
  /** That frame inside, once it is there. */
  inner(): Window | null | undefined
  /** This page's own frame of the platform's, in a browser where somebody is signed in. */
  own(): Window | null | undefined
  put(node: Node): void
  /** Puts a frame into the page. */
  frame(address: string, attributes?: Readonly<Record<string, string>>): HTMLIFrameElement
  readonly platform: string
  readonly self: string
}

/** One way in which a page tries to come by a token that is not its own; it runs in the page and knows nothing around it. */
export interface HostProbe {
  readonly name: string
  run(hands: ProbeHands): void | Promise<void>
  /** What it watches is what the page's own token passes through, so it must have seen that one. */
  readonly seesOwn?: true
  /** It takes the partner's frame away, so that nothing comes up in it. */
  readonly breaks?: true
  /** It opens a window in which the person is signed in. */
  readonly opens?: true
}

/** All of them. */
export const hostProbes: readonly HostProbe[] = [...watching, ...clobbering, ...looking, ...framing, ...replacing, ...opening]
