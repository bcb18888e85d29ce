import { useState } from 'react'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown, more } from '../../../ui/icon/icons.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { PopoverButton } from '../../../ui/dialog/popover.tsx'
import { describedTooltip } from '../../../ui/dialog/tooltip-text.ts'
import { Exhibit } from '../exhibit.tsx'

const actions: readonly MenuItem[] = [
  { id: 'open', label: 'Open' },
  { id: 'copy', label: 'Copy', note: 'As a draft, with its ad groups' },
  { id: 'end', label: 'End today', disabledBecause: 'The campaign has not started' },
  { id: 'delete', label: 'Delete', isDanger: true, isParted: true },
]

/** Menus with actions and with options. */
function Menus() {
  const [chosen, choose] = useState('Light')
  const [done, tell] = useState('Nothing yet')
  const choices = ['Light', 'Dark', 'As the system'].map((label) => ({ id: label, label, isChecked: label === chosen }))
  return (
    <Exhibit name="Menu">
      <div className="row">
        <Menu label="More for this campaign" items={actions} onSelect={tell} side="bottom-start">
          <Icon shape={more} />
        </Menu>
        <output aria-label="Last action">{done}</output>
        <Menu isWorded className="chip" label="Theme" items={choices} onSelect={choose} side="bottom-start">
          {chosen}
          <Icon shape={chevronDown} />
        </Menu>
      </div>
    </Exhibit>
  )
}

/** Menus, popovers and tooltips. */
export const MenuExhibits = () => (
  <>
    <Menus />
    <Exhibit name="Popover and tooltip">
      <div className="row">
        <PopoverButton label="Return on ad spend" heading="Return on ad spend">
          <p>Revenue divided by spend, of all filtered rows. The last two days may still change.</p>
          <p>
            <a href="/ui">View rows</a>
          </p>
        </PopoverButton>
        <PopoverButton label="At the end" heading="A popover with a long heading that wraps onto a second line" side="bottom-end">
          <p>The popover stays inside the page.</p>
        </PopoverButton>
        <button
          type="button"
          className="chip"
          {...describedTooltip('A sentence about it, at most 250 pixels wide, which goes over to a second line.')}
        >
          Hover or focus
        </button>
      </div>
    </Exhibit>
    <Exhibit name="Disclosure and accordion">
      <div>
        <Disclosure heading="Advanced settings" note="2 set">
          <p>Bid cap and frequency. Collapsing keeps your input.</p>
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
