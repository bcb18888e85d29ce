import type { Skeleton } from './define.ts'
import { unworded } from './untranslated.ts'

/** Bones of each kind, as widths in per cent and heights in pixels. */
const bones: Readonly<Record<Skeleton, readonly (readonly [width: number, height: number])[]>> = {
  chart: [[30, 48], [30, 48], [30, 48], [100, 190]], // biome-ignore format: one row reads as one picture
  list: [[40, 28], [100, 40], [100, 40], [100, 40], [100, 40]], // biome-ignore format: one row reads as one picture
  form: [[30, 20], [100, 30], [30, 20], [100, 30], [20, 40]], // biome-ignore format: one row reads as one picture
  page: [[100, 56], [100, 240]], // biome-ignore format: one row reads as one picture
}

/** How a waiting element looks; it stands before our tokens are there, so system colours fill in for them. */
export const skeletonCss = `
.waiting{display:flex;flex-wrap:wrap;gap:16px;padding:16px;box-sizing:border-box}
.waiting>div{border-radius:4px;background:var(--ad-skeleton,color-mix(in srgb,currentColor 8%,transparent))}
.waiting[role]{font:14px/20px system-ui;place-items:center}
`

/** The place that an element keeps, before and after its code is there. An element cannot ask for its own width, so the page's stands for it. */
export const placeCss = (minHeight: number, narrowHeight?: number) =>
  `:host{min-height:${minHeight}px}${narrowHeight ? `@media(max-width:470px){:host{min-height:${narrowHeight}px}}` : ''}`

/** Draws the bones. */
export function drawSkeleton(into: ParentNode, kind: Skeleton) {
  const waiting = document.createElement('div')
  waiting.className = 'waiting'
  waiting.ariaHidden = 'true'
  for (const [width, height] of bones[kind]) {
    const bone = document.createElement('div')
    bone.style.cssText = `width:calc(${width}% - ${width < 100 ? 16 : 0}px);height:${height}px`
    waiting.append(bone)
  }
  into.replaceChildren(waiting)
}

/** Says in the element's place that its code did not come. */
export function drawFailure(into: ParentNode, again: () => void) {
  const said = Object.assign(document.createElement('div'), { className: 'waiting', role: 'alert', lang: 'en' })
  said.dataset.state = 'crashed'
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: unworded.retry, onclick: again })
  said.append(`${unworded.title}. ${unworded.text}`, button)
  into.replaceChildren(said)
}
