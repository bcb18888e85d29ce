/** One step of an action: a property such as `keyboard` without arguments, otherwise a call. */
export interface Step {
  readonly name: string
  readonly args?: readonly Sent[]
}

/** A value sent from the page to the test runner, as JSON. */
export type Sent =
  | { readonly plain: unknown }
  | { readonly regex: readonly [source: string, flags: string] }
  | { readonly base64: string }
  | { readonly code: string }
  | { readonly steps: readonly Step[] }
  | { readonly list: readonly Sent[] }
  | { readonly fields: Readonly<Record<string, Sent>> }

/** A request of the page to the test runner for an action on the browser's real page. */
export type Order =
  | { readonly act: readonly Step[] }
  | { readonly expect: readonly Step[]; readonly matcher: string; readonly isNot: boolean; readonly args: readonly Sent[] }
  | { readonly choose: readonly Step[]; readonly files: Sent }
  | { readonly save: readonly Step[] }

export type Reply = { readonly value?: unknown } | { readonly problem: string }
