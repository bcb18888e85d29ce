import { Disclosure } from '../../../ui/disclosure.tsx'
import { PopoverButton } from '../../../ui/overlay/popover.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { Exhibit } from './exhibit.tsx'

/** What opens beside a thing or below it. */
export const Folds = () => (
  <>
    <Exhibit name="Popover and tooltip">
      <div className="row">
        <PopoverButton label="Return on ad spend" heading="Return on ad spend">
          <p>Revenue divided by spend, of all filtered rows. The last two days are not settled and may still change.</p>
          <p>
            <a href="/ui">See the rows</a>
          </p>
        </PopoverButton>
        <PopoverButton label="At the end" heading="A popover with a long heading that goes over more than one line of it" side="bottom-end">
          <p>It stays inside the page.</p>
        </PopoverButton>
        <Tooltip text="A sentence about it, at most 250 pixels wide, which goes over to a second line.">
          <button type="button" className="chip">
            Hover or focus
          </button>
        </Tooltip>
      </div>
    </Exhibit>
    <Exhibit name="Disclosure and accordion">
      <div>
        <Disclosure heading="Advanced settings" note="2 set">
          <p>Bid cap and frequency. What is folded keeps what was typed.</p>
        </Disclosure>
      </div>
      <div>
        <Disclosure heading="Schedule" name="accordion" isOpen>
          <p>Nov 1 to Nov 30, Los Angeles.</p>
        </Disclosure>
        <Disclosure heading="Budget" name="accordion">
          <p>$240.00 a day.</p>
        </Disclosure>
      </div>
    </Exhibit>
  </>
)
