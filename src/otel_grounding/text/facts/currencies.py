"""Currency signs, codes and words → a currency. A `$` without a country stays `$`: any dollar may be meant."""

from __future__ import annotations

SIGNS = {
    "US$": "USD", "A$": "AUD", "C$": "CAD", "CA$": "CAD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "NT$": "TWD",
    "R$": "BRL", "MX$": "MXN", "$": "$", "€": "EUR", "£": "GBP", "¥": "¥", "₹": "INR", "₩": "KRW", "₽": "RUB",
    "₺": "TRY",
    "₴": "UAH", "₪": "ILS", "₫": "VND", "฿": "THB", "₦": "NGN", "₱": "PHP", "₡": "CRC", "₲": "PYG", "₵": "GHS",
    "₸": "KZT",
    "zł": "PLN", "Kč": "CZK", "元": "CNY", "円": "JPY", "원": "KRW",
}  # fmt: skip

CODES = frozenset(
    "USD EUR GBP JPY CNY INR KRW RUB TRY UAH ILS VND THB NGN PHP PLN CZK HUF RON BGN CHF SEK NOK DKK ISK CAD"
    " AUD NZD HKD SGD"
    " TWD BRL MXN ARS CLP COP PEN ZAR EGP KES GHS MAD AED SAR QAR KWD BHD OMR JOD PKR BDT LKR NPR IDR MYR KZT"
    " GEL RSD BTC ETH".split()
)

WORDS = {
    "dollar": "$", "dollars": "$", "buck": "$", "bucks": "$", "usd": "USD", "euro": "EUR", "euros": "EUR", "eur": "EUR",
    "pound": "GBP", "pounds": "GBP", "gbp": "GBP", "quid": "GBP", "yen": "JPY", "jpy": "JPY", "yuan": "CNY",
    "renminbi": "CNY",
    "rmb": "CNY", "rupee": "INR", "rupees": "INR", "inr": "INR", "franc": "CHF", "francs": "CHF",
    "chf": "CHF", "ruble": "RUB", "rubles": "RUB", "peso": "MXN", "pesos": "MXN", "reais": "BRL", "rand": "ZAR",
    "zloty": "PLN", "krona": "SEK", "kronor": "SEK", "krone": "NOK", "kroner": "NOK", "lira": "TRY", "shekel": "ILS",
    "shekels": "ILS", "dirham": "AED", "dirhams": "AED", "ringgit": "MYR", "baht": "THB", "forint": "HUF",
}  # fmt: skip

SUB_UNITS = {
    "cent": ("¢", 2), "cents": ("¢", 2), "¢": ("¢", 2), "pence": ("GBP", 2), "penny": ("¢", 2), "pennies": ("¢", 2),
    "paise": ("INR", 2), "paisa": ("INR", 2),
}  # fmt: skip
"""Word → the currency it is a part of (`¢` where any) and how many decimals it is down."""

_DOLLARS = frozenset("$ USD CAD AUD NZD HKD SGD TWD MXN ¢".split())
_YEN = frozenset("¥ JPY CNY".split())


def is_currency(unit: str) -> bool:
    """Whether `unit` is one of this module's."""
    return unit in CODES or unit in ("$", "¥", "¢", "CRC", "PYG")


def same_currency(one: str, other: str) -> bool:
    """Whether two may be the same: a bare `$` is any dollar, a bare `¥` yen or yuan, a cent any hundredth."""
    if one == other:
        return True
    if "$" in (one, other):
        return one in _DOLLARS and other in _DOLLARS
    if "¥" in (one, other):
        return one in _YEN and other in _YEN
    return "¢" in (one, other)
