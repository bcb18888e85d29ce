import type { Skeleton } from './define.ts'
import { untranslatedTexts } from './untranslated.ts'

/** Skeleton bars of each kind: width in percent, height in pixels. */
const skeletonBars: Readonly<Record<Skeleton, readonly (readonly [width: number, height: number])[]>> = {
  chart: [[30, 48], [30, 48], [30, 48], [100, 190]], // biome-ignore format: one row reads as one picture
  list: [[40, 28], [100, 40], [100, 40], [100, 40], [100, 40]], // biome-ignore format: one row reads as one picture
  form: [[30, 20], [100, 30], [30, 20], [100, 30], [20, 40]], // biome-ignore format: one row reads as one picture
  page: [[100, 56], [100, 240]], // biome-ignore format: one row reads as one picture
}

/** Styles of the placeholder. Our tokens may not be loaded yet, so system colors are the fallback. */
export const skeletonCss = `
.waiting{display:flex;flex-wrap:wrap;gap:16px;padding:16px;box-sizing:border-box}
.waiting>div{border-radius:4px;background:var(--ad-skeleton,color-mix(in srgb,currentColor 8%,transparent))}
.waiting[role]{font:14px/20px system-ui;place-items:center}
`

/** Reserves an element's height before and after its code loads. The page's width decides, because an element cannot query its own. */
export const minHeightCss = (minHeight: number, narrowHeight?: number) =>
  `:host{min-height:${minHeight}px}${narrowHeight ? `@media(max-width:470px){:host{min-height:${narrowHeight}px}}` : ''}`

export function drawSkeleton(container: ParentNode, kind: Skeleton) {
  const waiting = document.createElement('div')
  waiting.className = 'waiting'
  waiting.ariaHidden = 'true'
  for (const [width, height] of skeletonBars[kind]) {
    const bone = document.createElement('div')
    bone.style.cssText = `width:calc(${width}% - ${width < 100 ? 16 : 0}px);height:${height}px`
    waiting.append(bone)
  }
  container.replaceChildren(waiting)
}

/** Shows that the element's code could not be loaded, with a retry button. */
export function drawLoadError(container: ParentNode, retry: () => void) {
  const alert = Object.assign(document.createElement('div'), { className: 'waiting', role: 'alert', lang: 'en' })
  alert.dataset.state = 'crashed'
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: untranslatedTexts.retry, onclick: retry })
  alert.append(`${untranslatedTexts.title}. ${untranslatedTexts.text}`, button)
  container.replaceChildren(alert)
}
