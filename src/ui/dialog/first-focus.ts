const fields =
  'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled), [role="combobox"], [contenteditable="true"]'
const focusable = `${fields}, button:not(:disabled), a[href], summary, [tabindex]:not([tabindex="-1"])`

const first = (parent: ParentNode | null | undefined, selector: string) => parent?.querySelector<HTMLElement>(selector)

/** Initial focus of a dialog: [autofocus], the first field, the primary or safe button, then any focusable element. */
export const initialFocusOf = (dialog: HTMLElement): HTMLElement | null | undefined =>
  first(dialog, '[autofocus]') ??
  first(dialog.querySelector('.content'), fields) ??
  first(dialog.querySelector('.dialog-actions'), '.button:not(.danger, [aria-disabled="true"]).primary') ??
  first(dialog.querySelector('.dialog-actions'), '.button:not(.danger)') ??
  first(dialog.querySelector('.content'), focusable) ??
  first(dialog, focusable)
