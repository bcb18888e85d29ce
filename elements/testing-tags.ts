/** What the testing kit knows of one tag. */
export interface DeclaredTag {
  readonly attributes: readonly string[]
  readonly properties: readonly string[]
  readonly methods: readonly string[]
  /** Each event with an example of its detail. */
  readonly events: Readonly<Record<string, { readonly detail: Readonly<Record<string, unknown>>; readonly cancelable: boolean }>>
}
