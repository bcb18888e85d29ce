/** The least height in pixels of a frame whose host sets none. */
const defaultFrameHeight = 466

/** The absolute URL of `src`. Undefined unless it is an http(s) URL; an empty `src` would embed the page in itself. */
export function frameUrl(src: string | null | undefined, base: string): string | undefined {
  const url = src && URL.canParse(src, base) ? new URL(src, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/**
 * Reserves the height of an embedded report chart with its page margins until the content reports its own, so that content below does not
 * move. A chart narrower than 600 px (`src/ui/skeleton.ts`) has a second line of tools, a second row of figures and a readout.
 */
export const frameCss = `iframe{height:${defaultFrameHeight}px}@container(width<632px){iframe{height:674px}}`

/** The CSS height of a frame whose content reports `height`; empty as long as both are unknown. */
export const frameHeight = (height: number, minHeight: number | null | undefined) =>
  height || minHeight ? `${Math.max(height, minHeight || defaultFrameHeight)}px` : ''

/** Creates the sandboxed iframe of an embedded page, with only the permissions that such a page needs. */
export function createFrame(src: string | undefined, minHeight: number | null | undefined, title: string | null): HTMLIFrameElement {
  const frame = Object.assign(document.createElement('iframe'), {
    part: 'frame',
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-downloads allow-modals',
    allow: 'clipboard-write',
    referrerPolicy: 'strict-origin',
    ...(title && { title }),
    ...(src && { src }),
  })
  frame.style.height = frameHeight(0, minHeight)
  return frame
}
