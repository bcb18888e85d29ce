import { ruleFor } from './layers.ts'

/** More than this one does not ask of somebody else's page. */
const mostPx = 720
const aroundPx = 80

const naturalHeight = (panel: Element) => [...panel.children].reduce((sum, part) => sum + part.scrollHeight, 0)

/** Asks a frame that is lower than a dialog in it to be higher while the dialog is open; what is in it stays in its place. */
export function makeRoom(dialog: HTMLDialogElement): () => void {
  const page = dialog.ownerDocument
  const [view, panel] = [page.defaultView, dialog.firstElementChild]
  const isFramed = view && view.getComputedStyle(page.documentElement).getPropertyValue('--ad-viewport-height') !== ''
  if (!view || !panel || !isFramed) return () => undefined
  const wanted = Math.min(naturalHeight(panel) + aroundPx, mostPx)
  if (wanted <= view.innerHeight) return () => undefined
  return ruleFor(page, `body{min-height:${wanted}px}`)
}
