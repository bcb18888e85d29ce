import type { MessageChannelSide } from '../../src/kit/host/message-port.ts'

/** One change comes in several steps; the first is told at once, and where they lead when they have come to rest. */
const restMs = 120

/** The whole content with its margins; what a browser adds in the last digits of a fraction is no pixel. */
const contentHeight = () => Math.ceil(document.documentElement.getBoundingClientRect().height - 0.01)

/** By how much the frame has grown in this very picture; the window hears of it before the content does, or after it. */
function growthOfFrame() {
  let [width, height, growth] = [innerWidth, innerHeight, 0]
  let at: unknown
  const look = () => {
    if (innerHeight !== height) {
      growth = innerWidth === width ? innerHeight - height : 0
      at = document.timeline.currentTime
    }
    width = innerWidth
    height = innerHeight
    return at === document.timeline.currentTime ? growth : 0
  }
  addEventListener('resize', look)
  return look
}

/** Whether content answers the frame's growth as it did the time before; other changes that come with one do not fit that. */
function echoes() {
  const growth = growthOfFrame()
  let last = 0
  let share: number | undefined
  return (height: number) => {
    const byFrame = growth()
    const grown = height - last
    last = height
    const isEcho = byFrame !== 0 && share !== undefined && Math.abs(grown - share * byFrame) <= 2
    if (!isEcho) share = byFrame ? grown / byFrame : undefined
    return isEcho
  }
}

/** Measured from the content; content that is measured from the frame is followed once, because it would grow with each step. */
export function tellHeight(channel: MessageChannelSide) {
  const isEcho = echoes()
  let told = -1
  let wanted = 0
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
    const height = contentHeight()
    if (isEcho(height)) return
    wanted = height
    if (resting) clearTimeout(resting)
    else tell()
    resting = setTimeout(rest, restMs)
  })
  observer.observe(document.documentElement, { box: 'border-box' })
}
