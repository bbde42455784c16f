// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { encoded } from './encoded.test-support.ts';
import { readSourceFile } from './read-source-file.ts';

const TABLE = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><style>td { mso-number-format: "\\@" }</style></head>
<body><table border=1><tr><th>Име</th><th>Телефон</th><th>Бележки</th></tr>
<tr><td>Мария&nbsp;Иванова</td><td>0887 100 100</td><td>боя<br>къса &amp; светла</td></tr>
<tr><td>Ива <b>Колева</b>
</td><td></td><td><p>ред едно</p><p>ред две</p></td></tr></table></body></html>`;

test('a page that calls itself .xls is the table that it holds, in the encoding that it names', async () => {
  const file = await readSourceFile(encoded(TABLE, 'windows-1251'), 'клиенти.xls');
  expect(file).toEqual({
    kind: 'tables',
    encoding: 'windows-1251',
    sheets: [
      {
        name: '',
        rows: [
          ['Име', 'Телефон', 'Бележки'],
          ['Мария\u00a0Иванова', '0887 100 100', 'боя\nкъса & светла'],
          ['Ива Колева', '', 'ред едно\nред две'],
        ],
      },
    ],
  });
});

test('a cell that takes up several places leaves the others empty; what lays out others is no table; the longest comes first', async () => {
  const page = `<table><tr><td>
    <table><caption>Обобщение</caption><tr><td>Общо: 2</td></tr></table>
    <table><tr><td colspan="2">Клиенти</td><td>Град</td></tr><tr><td rowspan="2">Ана</td><td>0887</td><td>Варна</td></tr><tr><td>0888</td><td>Русе</td></tr></table>
  </td></tr></table>`;
  const file = await readSourceFile(encoded(page, 'utf-8'), 'x.xls');
  expect(file).toMatchObject({
    sheets: [
      {
        name: '',
        rows: [
          ['Клиенти', '', 'Град'],
          ['Ана', '0887', 'Варна'],
          ['', '0888', 'Русе'],
        ],
      },
      { name: 'Обобщение', rows: [['Общо: 2']] },
    ],
  });
});

test('a page without a table is named, and nothing of a page runs', async () => {
  const page = '<!DOCTYPE html><html><body><script>globalThis.ran = true</script><p>Вход</p></body></html>';
  expect(await readSourceFile(encoded(page, 'utf-8'), 'x.html')).toEqual({ kind: 'other', what: 'other' });
  const table = '<table><tr><td>Ана<script>globalThis.ran = true</script></td><td onclick="x">0887</td></tr></table>';
  expect(await readSourceFile(encoded(table, 'utf-8'), 'x.xls')).toMatchObject({ sheets: [{ rows: [['Ана', '0887']] }] });
  expect('ran' in globalThis).toBe(false);
});
