// @vitest-environment jsdom
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { asBottomBar } from '../../src/ui/feedback/bottom-bars.ts'
import { useShelfPosition } from '../../src/ui/feedback/shelf-position.ts'
import { mount } from '../support/ui/react-page.tsx'

/** Gives each element the position that its `data-box` names: left, top, right and bottom. */
function stubPositions() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left = 0, top = 0, right = 0, bottom = 0] = (this.getAttribute('data-box') ?? '').split(' ').map(Number)
    return new DOMRect(left, top, right - left, bottom - top)
  })
}

/** jsdom has no DOMRect. */
class Rect {
  constructor(
    readonly left: number,
    readonly top: number,
    readonly width: number,
    readonly height: number,
  ) {}
  get right() {
    return this.left + this.width
  }
  get bottom() {
    return this.top + this.height
  }
}

interface PageProps {
  /** The position of the bar with actions, if the page has one. */
  readonly bar?: string
  readonly isInDialog?: boolean
}

function Shelf() {
  const node = useRef<HTMLElement>(null)
  useShelfPosition(node, 1)
  return <section ref={node} aria-label="Notifications" data-box="700 800 1000 880" />
}

function Page({ bar, isInDialog = false }: PageProps) {
  return (
    <>
      {bar && <div ref={asBottomBar} data-box={bar} />}
      {isInDialog ? (
        <dialog>
          <Shelf />
          <div className="modal-foot" data-box="650 820 1000 880" />
        </dialog>
      ) : (
        <Shelf />
      )}
    </>
  )
}

const offset = () => document.querySelector('section')?.style.getPropertyValue('--below')

/** The offset of the notifications on a page with this bar. */
async function offsetOn(props: PageProps) {
  vi.stubGlobal('DOMRect', Rect)
  stubPositions()
  const page = await mount(<Page {...props} />)
  const measured = offset()
  await page.unmount()
  return measured
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('notifications rise above a bar with actions at the bottom of the page', async () => {
  expect(await offsetOn({ bar: '0 830 1000 900' })).toBe('58px')
})

test('notifications stay where they are without a bar, also after a bar has gone', async () => {
  expect(await offsetOn({ bar: '0 830 1000 900' })).toBe('58px')
  expect(await offsetOn({})).toBe('0px')
})

test('notifications stay where they are if the bar is elsewhere', async () => {
  expect(await offsetOn({ bar: '0 830 600 900' })).toBe('0px')
  expect(await offsetOn({ bar: '0 900 1000 960' })).toBe('0px')
})

test('notifications of a dialog rise above its own actions, not above the bar of the page', async () => {
  expect(await offsetOn({ bar: '0 780 1000 900', isInDialog: true })).toBe('68px')
})

test('notifications are measured once a frame, however many events it has, and not after they have gone', async () => {
  vi.stubGlobal('DOMRect', Rect)
  stubPositions()
  const frames = new Map<number, FrameRequestCallback>()
  let last = 0
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frames.set(++last, callback)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame))
  const page = await mount(<Page />)
  document.body.click()
  document.dispatchEvent(new Event('scroll'))
  document.body.click()
  expect(frames.size).toBe(1)
  await page.unmount()
  expect(frames.size).toBe(0)
})

test('notifications rise when a bar appears after a click', async () => {
  vi.stubGlobal('DOMRect', Rect)
  stubPositions()
  const page = await mount(<Page />)
  expect(offset()).toBe('0px')
  await page.render(<Page bar="0 830 1000 900" />)
  document.body.click()
  await expect.poll(offset).toBe('58px')
  await page.unmount()
})
