/** Default height in pixels: that of the embedded report chart with its page margins, so that content below does not move. */
const defaultFrameHeight = 466

/** The absolute URL of `src`. Undefined unless it is an http(s) URL; an empty `src` would embed the page in itself. */
export function frameUrl(src: string | null | undefined, base: string): string | undefined {
  const url = src && URL.canParse(src, base) ? new URL(src, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** The CSS height of a frame whose content reports `height`. */
export const frameHeight = (height: number, minHeight: number | null | undefined) =>
  `${Math.max(height, minHeight || defaultFrameHeight)}px`

/** Creates the sandboxed iframe of an embedded page, with only the permissions that such a page needs. */
export function createFrame(src: string | undefined, minHeight: number | null | undefined, title: string | null): HTMLIFrameElement {
  const frame = Object.assign(document.createElement('iframe'), {
    part: 'frame',
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-downloads',
    allow: 'clipboard-write',
    referrerPolicy: 'strict-origin',
    ...(title && { title }),
    ...(src && { src }),
  })
  frame.style.height = frameHeight(0, minHeight)
  return frame
}
