import type { MessageChannelSide } from '../src/kit/message-port.ts'

/** One change comes in several steps; the first is told at once, and where they lead when they have come to rest. */
const restMs = 120

/** The whole content with its margins; what a browser adds in the last digits of a fraction is no pixel. */
const contentHeight = () => Math.ceil(document.documentElement.getBoundingClientRect().height - 0.01)

/** Whether the frame has grown or shrunk since the content was last looked at; the content hears of it before the window does. */
function resizes() {
  let [width, height] = [innerWidth, innerHeight]
  const look = () => {
    const isByFrame = innerWidth === width && innerHeight !== height
    ;[width, height] = [innerWidth, innerHeight]
    return isByFrame
  }
  addEventListener('resize', look)
  return look
}

/** Measured from the content; content that is measured from the frame is followed once, because it would grow with each step. */
export function tellHeight(channel: MessageChannelSide) {
  const isByFrame = resizes()
  let told = -1
  let wanted = 0
  let echoes = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    if (wanted === told) return
    told = wanted
    channel.send('resized', { height: told })
  }
  const rest = () => {
    resting = undefined
    tell()
  }
  const observer = new ResizeObserver(() => {
    echoes = isByFrame() ? echoes + 1 : 0
    if (echoes > 1) return
    wanted = contentHeight()
    if (resting) clearTimeout(resting)
    else tell()
    resting = setTimeout(rest, restMs)
  })
  observer.observe(document.documentElement, { box: 'border-box' })
}
