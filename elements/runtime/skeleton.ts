import { type ChartContent, drawBars, type Skeleton, skeletonCss } from '../../src/ui/skeleton.ts'
import { untranslatedTexts } from './untranslated.ts'

/** Styles of the placeholder and of the load error, and the least height of the element. Its width decides about the placeholder's height. */
export const placeholderCss = (minHeight: number) =>
  `:host{min-height:${minHeight}px;container-type:inline-size}${skeletonCss}.waiting[role]{padding:16px;font:14px/20px system-ui;place-items:center}`

/** What a chart with these attributes will show: three metrics by default; not compared if the value of path or attribute is `none` or missing. */
function chartContent(host: Element): ChartContent {
  const metrics = host.getAttribute('metrics') || ',,'
  const compare = `${host.getAttribute('path')}compare=${host.getAttribute('compare')}`.split('compare=')[1]
  return { figures: metrics.split(',').length, isCompared: !compare?.startsWith('n') }
}

/**
 * Draws the placeholder of an element into its shadow root, or into a node there. A child of the element with `slot="waiting"` is shown
 * instead; the platform's sign-in page has one.
 */
export function drawSkeleton(container: ParentNode, host: Element, kind: Skeleton) {
  const waiting = document.createElement('slot')
  waiting.name = 'waiting'
  waiting.className = 'waiting bars'
  waiting.ariaHidden = 'true'
  drawBars(waiting, kind === 'chart' ? chartContent(host) : kind)
  container.replaceChildren(waiting)
}

/** Shows that the element's code could not be loaded, with a retry button. */
export function drawLoadError(container: ParentNode, retry: () => void) {
  const alert = Object.assign(document.createElement('div'), { className: 'waiting bars', role: 'alert', lang: 'en' })
  alert.dataset.state = 'crashed'
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: untranslatedTexts.retry, onclick: retry })
  alert.append(`${untranslatedTexts.title}. ${untranslatedTexts.text}`, button)
  container.replaceChildren(alert)
}
