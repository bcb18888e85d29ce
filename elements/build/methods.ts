/** What every element can be told to do, with its signature; the printers read it, no page loads it. */
export const elementMethods = {
  refresh: { type: 'refresh(): void', doc: 'Asks for fresh data.' },
  signOut: { type: 'signOut(): void', doc: 'Ends the session that it shares with its siblings.' },
  focusInside: { type: 'focusInside(): void', doc: 'Gives the focus to the first thing inside.' },
  confirmLeave: {
    type: 'confirmLeave(): Promise<boolean>',
    doc: 'Asks the person where leaving would lose what they typed; true when they may go.',
  },
} as const

/** The same as a type of the node. */
export interface ElementMethods {
  refresh(): void
  signOut(): void
  focusInside(): void
  confirmLeave(): Promise<boolean>
}
