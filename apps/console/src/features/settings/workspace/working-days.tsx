import { useState } from 'react'
import { fieldFaults, useFault } from '../../../api/fault.ts'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { AreaField, Tick } from '../../../components/form/field.tsx'
import { Fault, QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { holidayLines, parseHolidays } from './holidays.ts'

type Calendar = Data<'getWorkingCalendar'>

/** From Monday: these numbers of ISO 8601. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** The days on which the team works, which due dates count. */
export function WorkingDaysCard() {
  const query = useOperation('getWorkingCalendar', {})
  return <QueryView query={query}>{({ data }) => <CalendarForm calendar={data} />}</QueryView>
}

function CalendarForm({ calendar }: { calendar: Calendar }) {
  const i18n = useI18n()
  const { t } = i18n
  const may = useCan('working_calendar:write')
  const [chosen, setChosen] = useState(calendar.working_days)
  const [text, setText] = useState(holidayLines(calendar.holidays))
  const [unread, setUnread] = useState<number[]>([])
  const update = useOperationMutation('setWorkingCalendar', {
    shown: true,
    onSuccess: ({ data }) => {
      setText(holidayLines(data.holidays))
      toasts.show(t('common.saved'))
    },
  })
  const faults = Object.entries(fieldFaults(update.error, i18n))
  const wrongDays = faults.find(([field]) => field.startsWith('working_days'))?.[1]
  const wrong =
    unread.length > 0
      ? t('settings.general.holidays_unread', { lines: unread.join(', ') })
      : faults.find(([field]) => field.startsWith('holidays'))?.[1]
  const fault = useFault(update.error)
  const save = () => {
    const parsed = parseHolidays(text)
    setUnread(parsed.unread)
    if (parsed.unread.length === 0) update.mutate({ working_days: chosen, holidays: parsed.holidays })
  }
  return (
    <form
      className="card"
      aria-labelledby="working-days"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (may && !update.isPending) save()
      }}
    >
      <header>
        <h2 id="working-days">{t('settings.general.working_days')}</h2>
      </header>
      <fieldset className="pad all stack" disabled={!may}>
        <fieldset className="field">
          <legend className="label">{t('settings.general.weekdays')}</legend>
          <span className="hint">{t('settings.general.weekdays_hint')}</span>
          <div className="row wrap">
            {WEEKDAYS.map((weekday) => (
              <Tick
                key={weekday}
                label={i18n.weekday(weekday)}
                checked={chosen.includes(weekday)}
                onChange={(checked) =>
                  setChosen((before) => WEEKDAYS.filter((day) => (day === weekday ? checked : before.includes(day))))
                }
              />
            ))}
          </div>
          {wrongDays && <p className="error">{wrongDays}</p>}
        </fieldset>
        <AreaField
          label={t('settings.general.holidays')}
          hint={t('settings.general.holidays_hint')}
          rows={6}
          value={text}
          wrong={wrong}
          onChange={setText}
        />
        {fault && <Fault fault={fault} />}
      </fieldset>
      {may && (
        <footer>
          <Button look="main" type="submit" busy={update.isPending}>
            {t('common.save')}
          </Button>
        </footer>
      )}
    </form>
  )
}
