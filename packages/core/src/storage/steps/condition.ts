/** What a column of a row has to be: it and the others together begin an index. */
export type Condition = readonly [column: string, comparison: '=' | '<', value: string | number]
