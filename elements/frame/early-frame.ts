/** The tallest of what is embedded, with the page around it, so that nothing below moves when it has come. */
const usualHeight = 466

/** An address as the page says it, in full; nothing for what is no web address, and for an empty one, which would show the page in itself. */
export function addressOf(src: string | null | undefined, base: string): string | undefined {
  const url = src && URL.canParse(src, base) ? new URL(src, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** How tall a frame is that says so much of itself. */
export const frameHeight = (height: number, least: number | null | undefined) => `${Math.max(height, least || usualHeight)}px`

/** A frame for an embedded page, which may do what such a page needs and nothing else. */
export function makeFrame(src: string | undefined, least: number | null | undefined, title: string | null): HTMLIFrameElement {
  const frame = Object.assign(document.createElement('iframe'), {
    part: 'frame',
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-downloads',
    allow: 'clipboard-write',
    referrerPolicy: 'strict-origin',
    ...(title && { title }),
    ...(src && { src }),
  })
  frame.style.height = frameHeight(0, least)
  return frame
}
