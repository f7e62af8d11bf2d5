"""Units of measure: how they are written, what dimension they have, and how they convert."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: `value * factor + offset` is the value in the base unit of its dimension."""

    symbol: str
    dimension: str
    factor: Decimal
    offset: Decimal = Decimal(0)


_TABLE = """
time
ns 1e-9 nanosecond nanoseconds nanos nsec
µs 1e-6 μs us microsecond microseconds micros usec
ms 0.001 millisecond milliseconds millis msec
s 1 sec secs second seconds
min 60 mins minute minutes
h 3600 hr hrs hour hours
d 86400 day days
wk 604800 week weeks
mo 2629746 month months
yr 31556952 year years yrs
length
nm 1e-9 nanometer nanometers nanometre nanometres
µm 1e-6 μm um micron microns micrometer micrometers
mm 0.001 millimeter millimeters millimetre millimetres
cm 0.01 centimeter centimeters centimetre centimetres
m 1 meter meters metre metres
km 1000 kilometer kilometers kilometre kilometres kms
inch 0.0254 inches
ft 0.3048 foot feet
yd 0.9144 yard yards
mi 1609.344 mile miles
mass
µg 1e-9 μg ug mcg microgram micrograms
mg 0.000001 milligram milligrams
g 0.001 gram grams gramme grammes
kg 1 kilogram kilograms kilo kilos kgs
t 1000 tonne tonnes
oz 0.028349523125 ounce ounces
lb 0.45359237 lbs
data
bit 0.125 bits
B 1 byte bytes
kB 1000 KB kilobyte kilobytes
MB 1000000 megabyte megabytes
GB 1000000000 gigabyte gigabytes gigs
TB 1000000000000 terabyte terabytes
PB 1000000000000000 petabyte petabytes
KiB 1024 kibibyte kibibytes
MiB 1048576 mebibyte mebibytes
GiB 1073741824 gibibyte gibibytes
TiB 1099511627776 tebibyte tebibytes
rate
bps 1
kbps 1000 Kbps kbit/s
Mbps 1000000 mbps Mbit/s Mb/s
Gbps 1000000000 gbps Gbit/s Gb/s
MB/s 8000000 MBps
GB/s 8000000000 GBps
frequency
Hz 1 hz hertz
kHz 1000 khz kilohertz
MHz 1000000 mhz megahertz
GHz 1000000000 ghz gigahertz
speed
m/s 1 mps
km/h 0.2777777777777777777777777778 kmh kph
mph 0.44704
kn 0.5144444444444444444444444444 knot knots
pressure
Pa 1 pascal pascals
hPa 100 hectopascal hectopascals
mbar 100 millibar millibars
kPa 1000 kilopascal kilopascals
bar 100000 bars
psi 6894.757293168
atm 101325
power
mW 0.001 milliwatt milliwatts
W 1 watt watts
kW 1000 kilowatt kilowatts
MW 1000000 megawatt megawatts
GW 1000000000 gigawatt gigawatts
hp 745.6998715822702 horsepower
energy
J 1 joule joules
kJ 1000 kilojoule kilojoules
cal 4.184 calories calorie
kcal 4184 kilocalorie kilocalories
Wh 3600
kWh 3600000 kwh
MWh 3600000000
GWh 3600000000000
voltage
mV 0.001
V 1 volt volts
kV 1000
current
mA 0.001
A 1 amp amps ampere amperes
charge
mAh 1 mah
Ah 1000
pixels
px 1 pixel pixels
MP 1000000 megapixel megapixels mp Mpx
resolution
ppi 1 dpi
volume
ml 0.001 mL milliliter milliliters millilitre millilitres
cl 0.01 cL
l 1 L liter liters litre litres
gal 3.785411784 gallon gallons
area
m² 1 m2 sqm
cm² 0.0001 cm2
km² 1000000 km2
ha 10000 hectare hectares
acre 4046.8564224 acres
sqft 0.09290304 ft² ft2
angle
deg 1 ° degree degrees
concentration
ppm 1
ppb 0.001
pulse
bpm 1
loudness
dB 1 db decibel decibels
rotation
rpm 1 RPM
frames
fps 1 FPS
"""

_TEMPERATURES = (
    ("°C", "1", "273.15", "℃ °c degc celsius centigrade"),
    ("°F", "0.5555555555555555555555555556", "255.3722222222222222222222222", "℉ °f degf fahrenheit"),
    ("K", "1", "0", "kelvin kelvins"),
)


def _build() -> tuple[dict[str, Unit], dict[str, Unit]]:
    surfaces: dict[str, Unit] = {}
    symbols: dict[str, Unit] = {}
    dimension = ""
    for line in _TABLE.strip().splitlines():
        symbol, *rest = line.split()
        if not rest:
            dimension = symbol
            continue
        unit = symbols[symbol] = Unit(symbol, dimension, Decimal(rest[0]))
        for surface in (symbol, *rest[1:]):
            surfaces[surface] = unit
    for symbol, factor, offset, names in _TEMPERATURES:
        unit = symbols[symbol] = Unit(symbol, "temperature", Decimal(factor), Decimal(offset))
        for surface in (symbol, *names.split()):
            surfaces[surface] = unit
    return surfaces, symbols


SURFACES, SYMBOLS = _build()
"""Written form → unit; canonical symbol → unit."""

LETTERS_APART = frozenset("s m g h d l L W V J t B".split())
"""Single letters that are a unit also behind a space; the others are one only where they touch the digits."""
_NEVER_ATTACHED = frozenset(("A", "K"))
"""A room or a name, and thousands."""


def find_unit(word: str, *, apart: bool) -> Unit | None:
    """The unit written `word` behind a number; `apart` when a space is between."""
    unit = SURFACES.get(word)
    if unit is None and len(word) > 2:
        unit = SURFACES.get(word.lower())
    if unit is None:
        return None
    if len(word) == 1 and word != "°" and (word not in LETTERS_APART if apart else word in _NEVER_ATTACHED):
        return None
    return unit


def convert(value: Decimal, source: str, target: str) -> Decimal | None:
    """`value` of one unit in another; None when they are not of one dimension."""
    if source == target:
        return value
    one, other = SYMBOLS.get(source), SYMBOLS.get(target)
    if one is None or other is None or one.dimension != other.dimension:
        return None
    return (value * one.factor + one.offset - other.offset) / other.factor


def dimension_of(symbol: str) -> str:
    """The dimension of a canonical unit, or empty."""
    unit = SYMBOLS.get(symbol)
    return unit.dimension if unit else ""
