// Maps Windows time zone names, which Outlook and Exchange use, to IANA zones (Unicode CLDR, windowsZones).

const zones = `
Afghanistan=Asia/Kabul;Alaskan=America/Anchorage;Aleutian=America/Adak;Altai=Asia/Barnaul;Arab=Asia/Riyadh;
Arabian=Asia/Dubai;Arabic=Asia/Baghdad;Argentina=America/Argentina/Buenos_Aires;Astrakhan=Europe/Astrakhan;
Atlantic=America/Halifax;AUS Central=Australia/Darwin;Aus Central W.=Australia/Eucla;AUS Eastern=Australia/Sydney;
Azerbaijan=Asia/Baku;Azores=Atlantic/Azores;Bahia=America/Bahia;Bangladesh=Asia/Dhaka;Belarus=Europe/Minsk;
Bougainville=Pacific/Bougainville;Canada Central=America/Regina;Cape Verde=Atlantic/Cape_Verde;Caucasus=Asia/Yerevan;
Cen. Australia=Australia/Adelaide;Central=America/Chicago;Central America=America/Guatemala;Central Asia=Asia/Almaty;
Central Brazilian=America/Cuiaba;Central Europe=Europe/Budapest;Central European=Europe/Warsaw;
Central Pacific=Pacific/Guadalcanal;Central (Mexico)=America/Mexico_City;Chatham Islands=Pacific/Chatham;
China=Asia/Shanghai;Cuba=America/Havana;E. Africa=Africa/Nairobi;E. Australia=Australia/Brisbane;
E. Europe=Europe/Chisinau;E. South America=America/Sao_Paulo;Easter Island=Pacific/Easter;Eastern=America/New_York;
Eastern (Mexico)=America/Cancun;Egypt=Africa/Cairo;Ekaterinburg=Asia/Yekaterinburg;Fiji=Pacific/Fiji;FLE=Europe/Kiev;
Georgian=Asia/Tbilisi;GMT=Europe/London;Greenland=America/Godthab;Greenwich=Atlantic/Reykjavik;GTB=Europe/Bucharest;
Haiti=America/Port-au-Prince;Hawaiian=Pacific/Honolulu;India=Asia/Kolkata;Iran=Asia/Tehran;Israel=Asia/Jerusalem;
Jordan=Asia/Amman;Kaliningrad=Europe/Kaliningrad;Korea=Asia/Seoul;Libya=Africa/Tripoli;Line Islands=Pacific/Kiritimati;
Lord Howe=Australia/Lord_Howe;Magadan=Asia/Magadan;Magallanes=America/Punta_Arenas;Marquesas=Pacific/Marquesas;
Mauritius=Indian/Mauritius;Middle East=Asia/Beirut;Montevideo=America/Montevideo;Morocco=Africa/Casablanca;
Mountain=America/Denver;Mountain (Mexico)=America/Mazatlan;Myanmar=Asia/Yangon;N. Central Asia=Asia/Novosibirsk;
Namibia=Africa/Windhoek;Nepal=Asia/Kathmandu;New Zealand=Pacific/Auckland;Newfoundland=America/St_Johns;
Norfolk=Pacific/Norfolk;North Asia=Asia/Krasnoyarsk;North Asia East=Asia/Irkutsk;North Korea=Asia/Pyongyang;
Omsk=Asia/Omsk;Pacific=America/Los_Angeles;Pacific (Mexico)=America/Tijuana;Pacific SA=America/Santiago;
Pakistan=Asia/Karachi;Paraguay=America/Asuncion;Qyzylorda=Asia/Qyzylorda;Romance=Europe/Paris;Russian=Europe/Moscow;
SA Eastern=America/Cayenne;SA Pacific=America/Bogota;SA Western=America/La_Paz;Saint Pierre=America/Miquelon;
Sakhalin=Asia/Sakhalin;Samoa=Pacific/Apia;Sao Tome=Africa/Sao_Tome;Saratov=Europe/Saratov;SE Asia=Asia/Bangkok;
Singapore=Asia/Singapore;South Africa=Africa/Johannesburg;South Sudan=Africa/Juba;Sri Lanka=Asia/Colombo;
Sudan=Africa/Khartoum;Syria=Asia/Damascus;Taipei=Asia/Taipei;Tasmania=Australia/Hobart;Tocantins=America/Araguaina;
Tokyo=Asia/Tokyo;Tomsk=Asia/Tomsk;Tonga=Pacific/Tongatapu;Transbaikal=Asia/Chita;Turkey=Europe/Istanbul;
Turks And Caicos=America/Grand_Turk;Ulaanbaatar=Asia/Ulaanbaatar;US Eastern=America/Indianapolis;
US Mountain=America/Phoenix;Venezuela=America/Caracas;Vladivostok=Asia/Vladivostok;Volgograd=Europe/Volgograd;
W. Australia=Australia/Perth;W. Central Africa=Africa/Lagos;W. Europe=Europe/Berlin;W. Mongolia=Asia/Hovd;
West Asia=Asia/Tashkent;West Bank=Asia/Hebron;West Pacific=Pacific/Port_Moresby;Yakutsk=Asia/Yakutsk;Yukon=America/Whitehorse`;

const byName = new Map(
  zones.split(';').map((pair) => {
    const [name = '', zone = ''] = pair.trim().split('=');
    return [name.toLowerCase(), zone];
  }),
);
const NAME = /^(.{1,40}?) (?:standard|daylight) time(?: \((mexico)\))?$/;

/** The IANA zone of a Windows name such as `W. Europe Standard Time`. */
export function zoneOfWindows(name: string): string | undefined {
  const [, region, mexico] = NAME.exec(name.toLowerCase()) ?? [];
  return region === undefined
    ? undefined
    : byName.get(mexico === undefined ? region : `${region} (${mexico})`);
}
