import type { Scope } from '@handrail/core'
import { DECLARED_RIGHTS } from '@handrail/core/contract'
import { scopeText } from '@handrail/core/internal'
import { nameOfScope } from '../../pages/i18n/core-texts.ts'
import { useI18n } from '../../pages/layout/render-context.ts'
import type { UserVisit } from '../../pages/visit/handler.ts'

interface PermissionsProps {
  /** The requested scopes. */
  scopes: readonly Scope[]
  /** The scopes that the person cannot grant in any workspace. */
  lacking: readonly Scope[]
  /** The submitted form, if the page is shown again. */
  form: UserVisit['form'] | undefined
}

/** The permissions as check boxes: read and write of a resource in one row, with a mark for those that change data. */
export function Permissions({ scopes, lacking, form }: PermissionsProps) {
  const { t } = useI18n()
  const resources = Map.groupBy(scopes, (scope) => scope.split(':')[0])
  return (
    <>
      <fieldset>
        <legend>{t('consent.permissions')}</legend>
        <ul class="ticks">
          {[...resources].map(([resource, ofResource]) => (
            <li key={resource} class="pair">
              {ofResource.map((scope) => (
                <Permission key={scope} scope={scope} isLacking={lacking.includes(scope)} form={form} />
              ))}
            </li>
          ))}
        </ul>
      </fieldset>
      {scopes.some((scope) => changesData(scope) && !lacking.includes(scope)) && (
        <fieldset>
          <legend>{t('consent.restrict')}</legend>
          <label>
            <input type="checkbox" name="read_only" checked={form?.read_only !== undefined} /> {t('consent.read_only')}
          </label>
        </fieldset>
      )}
    </>
  )
}

function Permission({ scope, isLacking, form }: { scope: Scope; isLacking: boolean; form: PermissionsProps['form'] }) {
  const i18n = useI18n()
  const { t } = i18n
  const name = scopeText([scope])
  const isTicked = !isLacking && (form ? form[name] !== undefined : !reachesCustomers(scope))
  return (
    <label class={isLacking ? 'lacking' : undefined}>
      <input type="checkbox" name={name} checked={isTicked} disabled={isLacking} />{' '}
      <span>
        {nameOfScope(i18n, scope)}
        {changesData(scope) && (
          <>
            {' '}
            <span class="badge caution">{t('consent.changes_data')}</span>
          </>
        )}
        {isLacking && <span class="hint">{t('consent.not_in_role')}</span>}
      </span>
    </label>
  )
}

/** Whether a person ticks it deliberately: what is done with it reaches customers without another look. */
function reachesCustomers(scope: Scope): boolean {
  return DECLARED_RIGHTS[scope].scope?.reachesCustomers === true
}

function changesData(scope: Scope): boolean {
  return !scope.endsWith(':read')
}
