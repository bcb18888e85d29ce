/** The methods of every element, for the generated reference and types. Not part of any bundle. */
export const elementMethods = {
  refresh: { type: 'refresh(): void', doc: 'Refetches all data.' },
  signOut: { type: 'signOut(): void', doc: 'Ends the session, which all elements with the same getToken share.' },
  focusInside: { type: 'focusInside(): void', doc: 'Focuses the first focusable node inside.' },
  confirmLeave: {
    type: 'confirmLeave(): Promise<boolean>',
    doc: 'Asks for confirmation if leaving would lose unsaved input; resolves to true if the user may leave.',
  },
} as const satisfies Readonly<Record<keyof ElementMethods, { readonly type: string; readonly doc: string }>>

/** The methods as a type. `elementMethods` must have the same names. */
export interface ElementMethods {
  refresh(): void
  signOut(): void
  focusInside(): void
  confirmLeave(): Promise<boolean>
}
