import type { MessageChannelSide } from '../../src/kit/host/message-port.ts'

/** A layout change takes several steps. The first height is sent at once, the last after this pause. */
const debounceMs = 120

/** The height of the content with its margins. The 0.01 keeps rounding errors from adding a pixel. */
const contentHeight = () => Math.ceil(document.documentElement.getBoundingClientRect().height - 0.01)

/** How much the frame grew in this animation frame. The window's resize event may come before or after the content's. */
function trackFrameGrowth() {
  let width = innerWidth
  let height = innerHeight
  let growth = 0
  let at: unknown
  const measure = () => {
    if (innerHeight !== height) {
      growth = innerWidth === width ? innerHeight - height : 0
      at = document.timeline.currentTime
    }
    width = innerWidth
    height = innerHeight
    return at === document.timeline.currentTime ? growth : 0
  }
  addEventListener('resize', measure)
  return measure
}

/** Detects content that is sized by the frame: it takes the same share of the frame's growth as the last time. */
function detectHeightFeedback() {
  const growth = trackFrameGrowth()
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

/** Sends the content's height when it changes. Content that is sized by the frame is followed once, or both would grow without end. */
export function sendHeightChanges(channel: MessageChannelSide) {
  const isEcho = detectHeightFeedback()
  let sentHeight = -1
  let currentHeight = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    if (currentHeight === sentHeight) return
    sentHeight = currentHeight
    channel.send('resized', { height: sentHeight })
  }
  const sendWhenStable = () => {
    resting = undefined
    send()
  }
  const observer = new ResizeObserver(() => {
    const height = contentHeight()
    if (isEcho(height)) return
    currentHeight = height
    if (resting) clearTimeout(resting)
    else send()
    resting = setTimeout(sendWhenStable, debounceMs)
  })
  observer.observe(document.documentElement, { box: 'border-box' })
}
